#!/bin/sh
# Judges the version that is on trial after an update: companion-judge.service runs it with each start of the box.
# on-trial holds the version, then a line for each key or part that worked before (versions.sh); the box
# notes what works now (companion/daemon/on_trial.py).
# Laws: a version is taken when all that worked before has worked for a minute in one process. It is refused when some of
# that has not worked for a minute, or the box has failed or has been started again three times.
set -eu
cd /opt/companion
works=/run/companion/works
service=companion.service
minute=60 # seconds
step=2

value() { # $1: property of the service
    systemctl show --property="$1" --value $service
}

# What worked before and does not work now.
lacks() {
    if [ "$(head -n 1 $works 2>/dev/null)" = "$process" ]; then
        tail -n +2 on-trial | grep -vxF -f $works || true
    else
        tail -n +2 on-trial
    fi
}

trial='' judged=''
while [ -e on-trial ]; do
    sleep $step
    version=$(sh versions.sh running)
    [ "$(head -n 1 on-trial)" = "$version" ] || exit 0
    process=$(value MainPID)
    if [ "$trial" != "$(cat on-trial)" ]; then # another version has come meanwhile
        trial=$(cat on-trial) well=0 ill=0
    elif [ "$judged" != "$process" ]; then
        well=0
    fi
    judged=$process
    lacks=$(lacks)
    if [ -z "$lacks" ]; then
        well=$((well + step)) ill=0
    else
        well=0 ill=$((ill + step))
    fi
    if [ $well -ge $minute ]; then
        rm on-trial
        echo "$version works as the version before"
    elif [ $ill -ge $minute ] || [ "$(value NRestarts)" -ge 3 ] || [ "$(value ActiveState)" = failed ]; then
        # Somebody has stopped the box: the next start goes on.
        [ "$(value ActiveState)" != inactive ] || exit 0
        echo "$version is taken back; these worked before it:" "$(echo "$lacks" | tr '\n' ' ')"
        # shellcheck disable=SC2086  # several words
        sh versions.sh back $lacks
        # The version that is back may play other games.
        PYTHONDONTWRITEBYTECODE=1 bin/companion game list >/dev/null || true
        systemctl reset-failed $service
        systemctl --no-block restart $service
    fi
done
