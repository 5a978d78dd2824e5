# Boots systemd in a world of its own, in which it executes steps.sh of a folder that it sees as /mnt. What it changes
# elsewhere is in memory and goes with it. Exits with 77 where that is not possible.
#
#   unshare --mount sh boot.sh FOLDER PROGRAM
folder=$1 program=$2
cannot() { echo "$1"; exit 77; }

if [ "$BOOTING" ]; then
    root=$folder/world/root
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount -t sysfs sysfs "$root/sys" &&
        mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup" && mount -t tmpfs tmpfs "$root/run" &&
        mount -t tmpfs tmpfs "$root/tmp" && mount --bind "$folder/files" "$root/mnt" &&
        mount --bind "$program" "$root/mnt/program" || exit 77
    rm -rf "$root"/etc/systemd/system/*
    cp "$root"/mnt/units/* "$root/usr/lib/systemd/system/"
    exec env -i container=docker PATH=/usr/bin:/bin:/usr/sbin:/sbin \
        chroot "$root" /lib/systemd/systemd --system --unit=steps.target --log-target=null
fi

mkdir -p "$folder/world" "$folder/groups"
mount -t tmpfs tmpfs "$folder/world" || cannot "there is no tmpfs"
mkdir "$folder/world/upper" "$folder/world/work" "$folder/world/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/world/upper,workdir=$folder/world/work" "$folder/world/root" ||
    cannot "there is no overlay"
mount -t cgroup2 cgroup2 "$folder/groups" || cannot "there is no cgroup2"
group=$folder/groups/bunraku-test-$$
mkdir "$group" && echo $$ > "$group/cgroup.procs" || cannot "there can be no group of its own"
BOOTING=yes timeout --kill-after=5 300 unshare --pid --fork --kill-child --cgroup --ipc --uts --mount sh "$0" "$folder" "$program"
code=$?
echo $$ > "$folder/groups/cgroup.procs"
find "$group" -depth -type d -exec rmdir {} \;
exit $code
