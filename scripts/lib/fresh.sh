# A machine made anew, for finding what a script needs and does not install. Sourced by test, after setup.sh.
#
# It is a folder with Debian in it, made by mmdebstrap, entered with chroot in namespaces of its own. From this machine it
# has Swift's toolchain, the project's files, and what says where packages come from: apt's sources and settings, pip's,
# git's replaced addresses, and the certificates of this machine's owner.

readonly fresh_folder=$root_folder/.build/fresh
readonly fresh_project=/srv/sabir

# The gate, or with $set_up=yes its set-up alone, on a machine made anew.
fresh() {
    local options=()
    [ "$(id -u)" = 0 ] || { say "A machine made anew needs root." >&2 && return 1; }
    [ "$set_up" = no ] || options=(--set-up)
    fresh_machine && fresh_files && fresh_run "${options[@]}"
    local status=$?
    mkdir -p "$reports" && rm -rf "$reports/fresh"
    cp -r "$fresh_folder/machine$fresh_project/.build/reports" "$reports/fresh" 2>/dev/null
    rm -rf --one-file-system "$fresh_folder"
    return $status
}

# Debian and no more than apt needs, from where this machine's packages come.
fresh_machine() {
    local release lists=() file
    release=$(. /etc/os-release && say "$VERSION_CODENAME")
    rm -rf --one-file-system "$fresh_folder" && mkdir -p "$fresh_folder/machine" || return
    # mmdebstrap's own apt checks by keys, which are named beside the sources.
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -s "$file" ] && lists+=("$file")
    done
    apt-config dump Acquire | grep -v -E '""|Acquire::(IndexTargets|Changelogs|CompressionTypes|Languages)' \
        >"$fresh_folder/apt.conf"
    mmdebstrap --quiet --mode=root --variant=minbase --skip=check/empty --aptopt="$fresh_folder/apt.conf" "$release" \
        "$fresh_folder/machine" "${lists[@]}"
}

# What it has of this machine.
fresh_files() {
    local machine=$fresh_folder/machine file
    cp -L /etc/resolv.conf "$machine/etc/resolv.conf" 2>/dev/null
    mkdir -p "$machine$fresh_project" "$machine/root" "$machine/usr/local/share/ca-certificates"
    cp -r /usr/local/share/ca-certificates/. "$machine/usr/local/share/ca-certificates/"
    git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- --ignore-failed-read |
        tar --extract --directory="$machine$fresh_project" || return
    git -C "$machine$fresh_project" init --quiet && git -C "$machine$fresh_project" add --all || return
    fresh_settings >"$machine/root/settings.sh"
    git config --get-regexp '^url\..*\.insteadof$' | while read -r name value; do
        git config --file "$machine/root/.gitconfig" --add "$name" "$value"
    done
    return 0
}

# pip's settings, as variables: `pip config` names each `SECTION.NAME='VALUE'`.
fresh_settings() {
    "$root_folder/.build-python/bin/pip" config list 2>/dev/null |
        sed -n -E "s/^(global|install|:env:)\.([a-z-]+)='(.*)'$/\2 \3/p" |
        while read -r name value; do
            name=${name//-/_}
            printf 'export PIP_%s=%q\n' "${name^^}" "$value"
        done
}

# The folders and files outside the new machine that its settings name, and the toolchain's.
fresh_mounts() {
    local swift
    swift=$(readlink -f "$(command -v swift)")
    dirname "$(dirname "$swift")"
    {
        git config --get-regexp '^url\..*\.insteadof$' | sed -E 's/^url\.(.*)\.insteadof .*/\1/'
        sed -n -E 's/^export PIP_[A-Z_]+=//p' "$fresh_folder/machine/root/settings.sh"
    } | grep '^/' | grep -v '^/etc/ssl/' | sort -u
}

fresh_run() {
    local toolchain
    toolchain=$(fresh_mounts | head -n 1)
    case $toolchain in
    /usr | /) say "Swift is among this machine's own programs ($toolchain), and cannot be given alone to a new one." \
        "Unpack its toolchain into a folder of its own, and put that first on the PATH." >&2 && return 1 ;;
    esac
    fresh_mounts >"$fresh_folder/mounts"
    say "A new machine: $(cut -c 1-60 "$fresh_folder/machine/etc/debian_version"), with $toolchain."
    unshare --mount --pid --ipc --uts --fork --kill-child --propagation private bash -euc '
        machine=$1 project=$2 toolchain=$3 mounts=$4
        shift 4
        # What makes namespaces of its own there sets how mounts of "/" pass on: it has to be one.
        mount --bind "$machine" "$machine"
        while read -r path; do
            [ -e "$path" ] || continue
            if [ -d "$path" ]; then mkdir -p "$machine$path"
            else mkdir -p "$(dirname "$machine$path")" && touch "$machine$path"; fi
            mount --rbind "$path" "$machine$path" && mount -o remount,bind,ro "$machine$path"
        done <"$mounts"
        mount -t proc proc "$machine/proc"
        mount --rbind /sys "$machine/sys"
        mount --rbind /dev "$machine/dev"
        mount -t tmpfs tmpfs "$machine/run"
        mount -t tmpfs -o mode=1777 tmpfs "$machine/dev/shm"
        exec chroot "$machine" /usr/bin/env -i HOME=/root LANG=C.UTF-8 \
            PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:$toolchain/bin" \
            bash -c ". /root/settings.sh && cd \"\$0\" && exec ./scripts/test \"\$@\"" "$project" "$@"
    ' fresh "$fresh_folder/machine" "$fresh_project" "$toolchain" "$fresh_folder/mounts" "$@"
}
