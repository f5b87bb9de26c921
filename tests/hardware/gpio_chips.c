/* GPIO chips for one process, in place of the kernel's: preloaded, it answers what lgpio and hardware/chips.py ask.

   The test is the hardware. It holds, in a folder named by GPIO_CHIPS, one file a chip, `gpiochip<number>`, with its
   label (or the name of the error with which it cannot be opened); `control`, shared memory; while a line is listened
   to, a FIFO `line<number>` into which it writes the events, as the kernel would; and, once a line is driven, a file
   `driven<number>` to which every change of its level is added, with its time. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <poll.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#define LINES 54
#define FDS 1024

struct control {
    uint8_t high[LINES];
    uint8_t bounce_on_read[LINES]; /* 1: the level changes just before it is next read; 2: just after */
    uint8_t hold_alerts;           /* the thread that polls the lines is held up as long as this is not 0 */
    uint8_t others[LINES];         /* taken by another program */
    uint8_t waits_late;            /* the thread that polls the lines, which has seen none, waits so much later: ms */
    uint8_t sleeps_late;           /* every sleep of the main thread ends so much later: ms */
};

static volatile struct control *control;
static const char *folder;
static enum { NOTHING, CHIP, LINE } kinds[FDS];
static int numbers[FDS]; /* of a chip, or of a line */
static int taken[LINES];
static int polled[LINES]; /* a thread waits at it, and has its file until it looks up */
static int left[LINES];   /* meanwhile closed */
static int driven[LINES]; /* files; 0: not opened */
static int level[LINES];
static const char *labels[256];

static int (*real_open)(const char *, int, ...);
static int (*real_close)(int);
static int (*real_ioctl)(int, unsigned long, ...);
static int (*real_ppoll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
static int (*real_lock)(pthread_mutex_t *);
static int (*real_sleep)(clockid_t, int, const struct timespec *, struct timespec *);

__attribute__((constructor)) static void start(void) {
    real_open = dlsym(RTLD_NEXT, "open64");
    real_close = dlsym(RTLD_NEXT, "close");
    real_ioctl = dlsym(RTLD_NEXT, "ioctl");
    real_ppoll = dlsym(RTLD_NEXT, "ppoll");
    folder = getenv("GPIO_CHIPS");
    char path[256];
    snprintf(path, sizeof path, "%s/control", folder);
    int fd = real_open(path, O_RDWR | O_CLOEXEC);
    control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    real_close(fd);
}

static void fifo(char *path, size_t size, int line) { snprintf(path, size, "%s/line%d", folder, line); }

static void change(int line) {
    struct timespec now;
    char path[256];
    clock_gettime(CLOCK_MONOTONIC, &now);
    control->high[line] ^= 1;
    struct gpio_v2_line_event event = {.timestamp_ns = now.tv_sec * 1000000000ull + now.tv_nsec, .offset = line};
    event.id = control->high[line] ? GPIO_V2_LINE_EVENT_RISING_EDGE : GPIO_V2_LINE_EVENT_FALLING_EDGE;
    fifo(path, sizeof path, line);
    int fd = real_open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0) {
        if (write(fd, &event, sizeof event) < 0) abort();
        real_close(fd);
    }
}

static int open_chip(const char *name, int flags) {
    char path[256], *label = calloc(1, GPIO_MAX_NAME_SIZE);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = real_open(path, flags);
    if (fd < 0) return fd;
    if (read(fd, label, GPIO_MAX_NAME_SIZE - 1) < 0) abort();
    int error = !strcmp(label, "EACCES") ? EACCES : !strcmp(label, "EPERM") ? EPERM : 0;
    if (error) {
        real_close(fd);
        errno = error;
        return -1;
    }
    int number = atoi(name + strlen("gpiochip"));
    labels[number] = label;
    kinds[fd] = CHIP;
    numbers[fd] = number;
    return fd;
}

static int open_any(const char *path, int flags, int mode) {
    const char *name = strrchr(path, '/');
    if (name && !strncmp(name + 1, "gpiochip", strlen("gpiochip"))) return open_chip(name + 1, flags);
    if (!strcmp(path, "/proc/device-tree/system/linux,revision")) {
        char revision[256];
        snprintf(revision, sizeof revision, "%s/revision", folder);
        return real_open(revision, flags);
    }
    return real_open(path, flags, mode);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        int mode = va_arg(rest, int); \
        va_end(rest); \
        return open_any(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

static void free_line(int line) {
    char path[256];
    if (!__atomic_exchange_n(&left[line], 0, __ATOMIC_SEQ_CST)) return;
    fifo(path, sizeof path, line);
    unlink(path);
    __atomic_store_n(&taken[line], 0, __ATOMIC_SEQ_CST);
}

int close(int fd) {
    if (fd >= 0 && fd < FDS) {
        if (kinds[fd] == LINE) {
            int line = numbers[fd];
            __atomic_store_n(&left[line], 1, __ATOMIC_SEQ_CST);
            if (!__atomic_load_n(&polled[line], __ATOMIC_SEQ_CST)) free_line(line);
        }
        kinds[fd] = NOTHING;
    }
    return real_close(fd);
}

static int get_line(struct gpio_v2_line_request *request) {
    int line = request->offsets[0];
    if (taken[line] || control->others[line]) {
        errno = EBUSY;
        return -1;
    }
    if (request->config.flags & (GPIO_V2_LINE_FLAG_EDGE_RISING | GPIO_V2_LINE_FLAG_EDGE_FALLING)) {
        char path[256], made[260];
        fifo(path, sizeof path, line);
        snprintf(made, sizeof made, "%s.new", path);
        if (mkfifo(made, 0600) < 0) abort();
        request->fd = real_open(made, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        rename(made, path); /* from now on there are edges */
    } else {
        request->fd = real_open("/dev/null", O_RDWR | O_CLOEXEC);
    }
    kinds[request->fd] = LINE;
    numbers[request->fd] = line;
    taken[line] = 1 + !!(request->config.flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP);
    if (request->config.flags & GPIO_V2_LINE_FLAG_OUTPUT) taken[line] = 3;
    return 0;
}

static int get_values(int line, struct gpio_v2_line_values *values) {
    int when = control->bounce_on_read[line];
    control->bounce_on_read[line] = 0;
    if (when == 1) change(line);
    values->bits = control->high[line] ? values->mask : 0;
    if (when == 2) change(line);
    return 0;
}

static int set_values(int line, const struct gpio_v2_line_values *values) {
    struct { uint64_t at, level; } change;
    struct timespec now;
    char path[256];
    change.level = values->bits & values->mask ? 1 : 0;
    if (taken[line] != 3) {
        errno = EPERM;
        return -1;
    }
    if ((int)change.level == level[line]) return 0;
    level[line] = change.level;
    if (!driven[line]) {
        snprintf(path, sizeof path, "%s/driven%d", folder, line);
        driven[line] = real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    change.at = now.tv_sec * 1000000000ull + now.tv_nsec;
    if (write(driven[line], &change, sizeof change) < 0) abort();
    return 0;
}

int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *what = va_arg(rest, void *);
    va_end(rest);
    if (fd < 0 || fd >= FDS || kinds[fd] == NOTHING) return real_ioctl(fd, request, what);
    switch (request) {
    case GPIO_GET_CHIPINFO_IOCTL: {
        struct gpiochip_info *info = what;
        memset(info, 0, sizeof *info);
        snprintf(info->name, sizeof info->name, "gpiochip%d", numbers[fd]);
        snprintf(info->label, sizeof info->label, "%s", labels[numbers[fd]]);
        info->lines = LINES;
        return 0;
    }
    case GPIO_V2_GET_LINEINFO_IOCTL: {
        struct gpio_v2_line_info *info = what;
        info->flags = taken[info->offset] == 3 ? GPIO_V2_LINE_FLAG_OUTPUT : GPIO_V2_LINE_FLAG_INPUT;
        if (taken[info->offset]) info->flags |= GPIO_V2_LINE_FLAG_USED;
        if (taken[info->offset] == 2) info->flags |= GPIO_V2_LINE_FLAG_BIAS_PULL_UP;
        return 0;
    }
    case GPIO_V2_GET_LINE_IOCTL: return get_line(what);
    case GPIO_V2_LINE_GET_VALUES_IOCTL: return get_values(numbers[fd], what);
    case GPIO_V2_LINE_SET_VALUES_IOCTL: return set_values(numbers[fd], what);
    default: errno = EINVAL; return -1;
    }
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *signals) {
    int lines[LINES], many = 0;
    for (nfds_t i = 0; i < count; i++)
        if (fds[i].fd >= 0 && fds[i].fd < FDS && kinds[fds[i].fd] == LINE && many < LINES) lines[many++] = numbers[fds[i].fd];
    for (int i = 0; i < many; i++) __atomic_store_n(&polled[lines[i]], 1, __ATOMIC_SEQ_CST);
    while (control->hold_alerts) usleep(500);
    int changed = real_ppoll(fds, count, timeout, signals);
    for (int i = 0; i < many; i++) {
        __atomic_store_n(&polled[lines[i]], 0, __ATOMIC_SEQ_CST);
        free_line(lines[i]);
    }
    return changed;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left) {
    if (!real_sleep) real_sleep = dlsym(RTLD_NEXT, "clock_nanosleep");
    int error = real_sleep(clock, flags, until, left);
    if (control && control->sleeps_late && gettid() == getpid()) {
        struct timespec late = {0, 1000000l * control->sleeps_late};
        real_sleep(CLOCK_MONOTONIC, 0, &late, NULL);
    }
    return error;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    Dl_info its;
    if (!real_lock) real_lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
    if (control && control->waits_late && gettid() != getpid() && dladdr(mutex, &its) && its.dli_sname &&
        !strcmp(its.dli_sname, "lgAlertCondMutex"))
        usleep(1000 * control->waits_late);
    return real_lock(mutex);
}
