#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes a Debian 12 that has nothing but what README.md asks for, clones the tree into it, and runs 'make demo' and
# 'make test' there: as root, who gets installed what lacks, and then as an ordinary user in a clone of his own, with the demo
# in two processes; and 'make check' as root. With FRESH_CHECK=0 there is no 'make check', and where there are both users, 'make test' is run as the
# ordinary one alone. Usage: fresh.sh [USER]... for root, tester; both without one. Needs root: debootstrap, mounts, chroot.
#
# FRESH_MIRROR: the Debian mirror; else the one that apt is set up with. FRESH_CACHE: folder for the packed system
# (~/.cache/ringfence), 'none' for none. FRESH_DIR: folder for the unpacked one (build/fresh); it is removed at the end.
# FRESH_KEYRING: the keys that what is fetched must be signed with; Debian's unless another one is named.
#
# Everything runs in a mount and a process namespace of its own: if this script is killed, its mounts are gone, and so
# is what it started.
set -u
cd "$(dirname "$0")/../.." || exit 1

SUITE=bookworm
PACKAGES=gcc,make,libpng-dev,ca-certificates
FRESH_DIR=$(realpath -m "${FRESH_DIR:-build/fresh}")
CACHE=${FRESH_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/ringfence}
KEYRING=${FRESH_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}
LOGS=$(pwd)/build/log
TREE=$(pwd)
. test/tools/lock.sh

fail() {
    echo "make fresh: $1" >&2
    exit 1
}

# ---------------------------------------------------------------- the system

# The mirror that apt has for the suite.
mirror() {
    local found
    found=${FRESH_MIRROR:-$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' "Created-By: Packages" 2>/dev/null |
        awk -v suite="$SUITE" '$2 == suite && $3 == "main" { print $1; exit }')}
    echo "${found:-http://deb.debian.org/debian/}"
}

# What apt needs to get at the mirror from here.
apt_settings() { apt-config dump 2>/dev/null | grep -E '^Acquire::(http|https|ftp|Check|Retries)' || true; }

# The system, packed: from the cache, or made and put there.
make_root() {
    local root=$1 from key packed
    from=$(mirror)
    key=$(echo "$from $KEYRING $SUITE $PACKAGES $(dpkg --print-architecture)" | sha256sum | cut -c 1-16)
    packed=$CACHE/debian-$SUITE-$key.tar.gz
    if [ "$CACHE" != none ] && [ -s "$packed" ] && tar -C "$root" -xzpf "$packed" --numeric-owner 2>/dev/null; then
        echo "make fresh: Debian $SUITE from $packed"
        return 0
    fi
    echo "make fresh: Debian $SUITE from $from"
    # What is left of an archive that ends early.
    rm -rf --one-file-system "${root:?}" && mkdir -p "$root" || return 1
    # What is fetched runs as root: without the keys of Debian there is no system.
    [ -s "$KEYRING" ] || { echo "make fresh: $KEYRING is missing; on Debian: apt-get install debian-archive-keyring"; return 1; }
    APT_CONFIG=/dev/null debootstrap --force-check-gpg --keyring="$KEYRING" --variant=minbase --include="$PACKAGES" "$SUITE" "$root" "$from" \
        >"$LOGS/fresh-debootstrap.log" 2>&1 ||
        { tail -n 20 "$LOGS/fresh-debootstrap.log"; return 1; }
    rm -f "$root"/var/cache/apt/archives/*.deb
    [ "$CACHE" != none ] || return 0
    # Under another name until it is whole: another run may be looking.
    { mkdir -p "$CACHE" && tar -C "$root" --numeric-owner -cf - . | gzip -1 >"$packed.$$" && mv "$packed.$$" "$packed"; } ||
        { rm -f "$packed.$$"; echo "make fresh: nothing is kept in $CACHE"; }
}

# The way to the network that this host has: names, certificates, proxies, indexes of packages.
connect_root() {
    local root=$1 file
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    apt_settings >"$root/etc/apt/apt.conf.d/90host"
    for file in /etc/ssl/certs/ca-certificates.crt "${PIP_CERT:-}" "${SSL_CERT_FILE:-}" "${REQUESTS_CA_BUNDLE:-}"; do
        [ -n "$file" ] && [ -f "$file" ] && mkdir -p "$root$(dirname "$file")" && cp -L "$file" "$root$file"
    done
    for file in "${PIP_CONFIG_FILE:-}" "${HOME:-/root}/.config/pip/pip.conf" "${HOME:-/root}/.pip/pip.conf" /etc/pip.conf; do
        [ -n "$file" ] && [ -f "$file" ] && cp -L "$file" "$root/etc/pip.conf" && break
    done
    return 0
}

# Variables of the same kind; everything else of this environment stays here.
settings() { env | grep -iE '^(https?_proxy|ftp_proxy|no_proxy|all_proxy|PIP_[A-Z_]*|SSL_CERT_FILE|REQUESTS_CA_BUNDLE)=' | grep -v '^PIP_CONFIG_FILE='; }

# A clone of what is committed, that belongs to the user.
clone_tree() { # ROOT FOLDER USER
    git -c "safe.directory=*" clone -q --no-local --no-hardlinks "$TREE" "$1$2" && chroot "$1" chown -R "$3:$3" "$2"
}

# ---------------------------------------------------------------- inside the namespaces

mount_root() {
    local root=$1 name
    mount -t proc proc "$root/proc" && mount -t tmpfs -o mode=755 dev "$root/dev" && mkdir "$root/dev/pts" "$root/dev/shm" || return 1
    for name in null zero full random urandom tty; do
        : >"$root/dev/$name" && mount --bind "/dev/$name" "$root/dev/$name" || return 1
    done
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620 pts "$root/dev/pts" && mount -t tmpfs -o mode=1777 shm "$root/dev/shm" || return 1
    ln -s pts/ptmx "$root/dev/ptmx" && ln -s /proc/self/fd "$root/dev/fd" && ln -s fd/0 "$root/dev/stdin" &&
        ln -s fd/1 "$root/dev/stdout" && ln -s fd/2 "$root/dev/stderr"
}

# try ROOT USER COMMAND...: runs a command in the user's clone, with an environment of its own.
try() {
    local root=$1 user=$2 home begin=$SECONDS log lines status=0
    shift 2
    home=$(awk -F: -v user="$user" '$1 == user { print $6 }' "$root/etc/passwd")
    log=$LOGS/fresh-$user-$2.log
    mapfile -t lines < <(settings)
    chroot --userspec="$user:$user" "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "HOME=$home" \
        "USER=$user" "${lines[@]}" sh -c "cd \"\$HOME/ringfence\" && $*" </dev/null >"$log" 2>&1 || status=$?
    [ "$status" -eq 0 ] || { grep -A 60 '^FAIL' "$log"; tail -n 40 "$log"; grep -A 12 '^  FAIL' "$root$home/ringfence/build/log/"*.log; }
    echo "make fresh: $* as $user: status $status, $((SECONDS - begin)) s$(sed -n 's/^\([0-9]* passed, [0-9]* failed\)$/, \1/p' "$log" | tail -n 1)"
    return $status
}

inside() { # ROOT USER...
    local root=$1 user status=0
    shift
    mount_root "$root" || fail "mounts in $root are refused"
    for user in "$@"; do
        # An ordinary user finds the packages installed.
        [ "$user" = root ] || chroot "$root" sh -c "cd /root/ringfence && test/tools/deps.sh test" >>"$LOGS/fresh-deps.log" 2>&1 || status=1
        try "$root" "$user" make demo "$([ "$user" = root ] || echo PROCS=2)" || status=1
        if [ "$user" != root ] || [ "${FRESH_CHECK:-1}" != 0 ] || [ $# -eq 1 ]; then
            try "$root" "$user" make test || status=1
        fi
    done
    for user in "$@"; do
        [ "$user" != root ] || [ "${FRESH_CHECK:-1}" = 0 ] || try "$root" root make check || status=1
    done
    return $status
}

# ---------------------------------------------------------------- all of it

outside() {
    local root=$FRESH_DIR/root.$$ status=0
    [ "$(id -u)" -eq 0 ] || fail "needs root: it makes a system with debootstrap, mounts and chroot"
    unshare --mount --pid --fork true 2>/dev/null || fail "this host allows no mounts of its own (unshare --mount --pid)"
    [ -z "$(git -c "safe.directory=*" status --porcelain 2>/dev/null)" ] || echo "make fresh: what is not committed is not tried"
    hold build/fresh || exit 1
    mkdir -p "$root" "$LOGS" || exit 1
    # shellcheck disable=SC2064
    trap "rm -rf --one-file-system '$root'" EXIT
    trap 'exit 1' HUP INT TERM
    make_root "$root" && connect_root "$root" || fail "there is no system to try it in"
    chroot "$root" useradd --create-home --shell /bin/sh tester || exit 1
    clone_tree "$root" /root/ringfence root && clone_tree "$root" /home/tester/ringfence tester || exit 1
    # unshare takes no signal but SIGKILL while it waits. It dies with this script, and what is inside with it.
    setpriv --pdeathsig KILL unshare --mount --propagation private --pid --fork --kill-child "$0" --inside "$root" "$@" &
    # shellcheck disable=SC2064
    trap "kill -KILL $!; wait; exit 1" HUP INT TERM
    wait $! || status=1
    [ "$status" -ne 0 ] || echo "make fresh: all of it passes on Debian $SUITE with $PACKAGES, as $*"
    exit $status
}

if [ "${1:-}" = --inside ]; then
    shift
    inside "$@"
elif [ $# -eq 0 ]; then
    outside root tester
else
    outside "$@"
fi
