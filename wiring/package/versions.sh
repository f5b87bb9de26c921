#!/bin/sh
# Whole versions of the box lie side by side in /opt/companion/versions. The link `current` names the one that runs, the
# link `former` the one before it.
# versions.sh take VERSION: what dpkg has unpacked becomes the version that runs, and its package file is kept.
# versions.sh back WORD…: the version before runs again, because these parts of the box do not work with the new one.
# versions.sh compile: makes the bytecode of the version that runs, for another Python of the system.
# versions.sh running: prints the version that runs.
# versions.sh tidy: removes every version that no link names.
# Law: a version is whole and on disk before a link names it, and a link changes in one step, so no power cut leaves a
# mixture.
set -eu
cd /opt/companion

link() { # $1: link, $2: what it names
    ln -sfn "$2" "$1.new"
    mv -T "$1.new" "$1"
    sync -f .
}

# Without docstrings, which would take 1.5 MB of a box's memory. The bytecode gets the usual names: with Python's option -OO
# it would also be found, but that of Debian's own modules would not. A third of all modules are pygments' languages, which
# are not needed here.
compile() { # $1: folder of a version
    "$1/bin/python" -m compileall -q -j 0 -o 2 -x /pygments/ "$1/lib/python3" || true
    find "$1/lib/python3" -name '*.opt-2.pyc' \
        -exec sh -c 'for file; do mv "$file" "${file%.opt-2.pyc}.pyc"; done' sh {} +
}

named() { # $1: link
    readlink "$1" || true
}

running() {
    version=$(named current)
    version=${version#versions/}
    echo "${version%%.again*}"
}

tidy() {
    for folder in versions/*; do
        [ "$folder" = "$(named current)" ] || [ "$folder" = "$(named former)" ] || rm -rf "$folder"
    done
}

# The keys and parts that work now, as the box itself says (companion/daemon/on_trial.py). The box may write there what it
# likes; only these words count.
working() {
    grep -D skip -xE 'display|lights|games|(green|red)[0-9]+|table' /run/companion/works 2>/dev/null || true
}

# The new version is on trial (judge.sh), unless nothing is known to have worked. If the version before is still on trial
# itself, the one before that stays as the one to go back to.
try_it() { # $1: version
    if [ "$(head -n 1 on-trial 2>/dev/null)" = "$(running)" ]; then
        works=$(tail -n +2 on-trial)
    else
        works=$(working)
        link former "$(named current)"
    fi
    rm -f refused
    [ -n "$works" ] || return 0
    printf '%s\n' "$1" "$works" >on-trial.new
    mv on-trial.new on-trial
    sync -f .
}

case $1 in
take)
    mkdir -p versions
    tidy # a cut may have left half a version
    folder=versions/$2
    # Installed again: the version that runs is not touched.
    while [ -e "$folder" ]; do folder=$folder.again; done
    # dpkg replaces a file by a new one, so these second names keep theirs.
    cp -al unpacked "$folder"
    [ ! -s next.deb ] || cp -al next.deb "$folder/companion.deb"
    compile "$folder"
    sync -f .
    case $(running) in
        "" | "$2") ;;
        *) try_it "$2" ;;
    esac
    link current "$folder"
    ;;
back)
    shift
    [ -d former ]
    printf '%s\n' "$(running)" "$@" >refused.new
    mv refused.new refused
    link current "$(named former)"
    rm -f on-trial
    ;;
compile) compile "$(named current)" ;;
running) running ;;
tidy) tidy ;;
esac
