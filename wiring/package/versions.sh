#!/bin/sh
# Whole versions of the box lie side by side in /opt/companion/versions. The link `current` names the one that runs, the
# link `former` the one before it.
# versions.sh take VERSION: what dpkg has unpacked becomes the version that runs, and its package file is kept.
# versions.sh compile: makes the bytecode of the version that runs, for another Python of the system.
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

# A third of all modules are pygments' languages, which are not needed here.
compile() { # $1: folder of a version
    "$1/bin/python" -m compileall -q -j 0 -x /pygments/ "$1/lib/python3" || true
}

named() { # $1: link
    readlink "$1" || true
}

tidy() {
    for folder in versions/*; do
        [ "$folder" = "$(named current)" ] || [ "$folder" = "$(named former)" ] || rm -rf "$folder"
    done
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
    before=$(named current)
    case ${before%%.again*} in
        "" | "versions/$2") ;;
        *) link former "$before" ;;
    esac
    link current "$folder"
    ;;
compile) compile "$(named current)" ;;
tidy) tidy ;;
esac
