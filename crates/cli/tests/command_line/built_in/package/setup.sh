# Makes a world with packages: a repository for apt, and files for dpkg, gem, pip and npm, all of them below /srv.
#
#   sh setup.sh CACHE FOLDER
#
# Runs where /etc/apt, /var/cache/apt, /var/cache/debconf, /var/lib/apt, /var/lib/dpkg, /var/log and /srv are folders of a test, which are those in
# FOLDER. Nothing is installed there. What was made once is kept in CACHE, and copied from there.
set -e
cache=$1
folder=$2
if test -e "$cache/ready"; then
    cp -a "$cache/d/." "$folder"
    exit
fi

# deb NAME VERSION [LINE OF CONTROL...]: makes a package of what is in $work/files and $work/scripts.
work=$(mktemp -d)
deb() {
    name=$1 version=$2
    shift 2
    root=$work/root
    mkdir -p "$root/DEBIAN" "$root/srv/files"
    echo "$name $version" > "$root/srv/files/$name"
    printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: Test <test@example.com>\nDescription: a package\n' "$name" "$version" > "$root/DEBIAN/control"
    for line; do echo "$line" >> "$root/DEBIAN/control"; done
    test ! -d "$work/scripts" || cp -a "$work/scripts/." "$root/DEBIAN"
    test ! -d "$work/files" || cp -a "$work/files/." "$root/srv/files"
    file=/srv/repository/${name}_$(echo "$version" | tr : _).deb
    dpkg-deb --root-owner-group -Znone --build "$root" "$file" > /dev/null
    rm -rf "$root" "$work/scripts" "$work/files"
}

script() {
    mkdir -p "$work/scripts"
    printf '#!/bin/sh\n%s\n' "$2" > "$work/scripts/$1"
    chmod 755 "$work/scripts/$1"
}

settings() {
    mkdir -p "$work/files" "$work/scripts"
    echo "$2" > "$work/files/$1.conf"
    echo "/srv/files/$1.conf" > "$work/scripts/conffiles"
}

mkdir -p /srv/repository /srv/old /srv/seen /srv/files /etc/apt/apt.conf.d /etc/apt/preferences.d /etc/apt/trusted.gpg.d
mkdir -p /var/lib/dpkg/info /var/lib/dpkg/updates /var/lib/dpkg/triggers /var/lib/dpkg/alternatives /var/lib/dpkg/parts
mkdir -p /var/lib/apt/lists/partial /var/cache/apt/archives/partial /var/cache/debconf /var/log/apt
touch /var/lib/dpkg/status /var/lib/dpkg/available

for version in 1.0 1.5 2.0; do
    settings demo "setting of $version"
    deb demo "$version"
    deb other "$version"
done
deb library 1.0
deb application 1.0 'Depends: library'
deb rival 1.0 'Conflicts: other'
deb needy 1.0 'Depends: nowhere'
deb real 1.0 'Provides: imaginary'
deb deep 1:1.0~rc1-1
deb deep 1:1.0-1
deb deep 2.0-3
script postinst 'echo "frontend $DEBIAN_FRONTEND, $APT_LISTBUGS_FRONTEND, $APT_LISTCHANGES_FRONTEND, $LANG, $LC_ALL, $HOME, $USER" > /srv/seen/environment'
deb curious 1.0
script postinst 'echo it cannot be configured; exit 1'
deb broken 1.0
script prerm 'echo it will not go; exit 1'
deb stubborn 1.0
for number in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do
    deb "many$number" 1.0
done
(cd /srv/repository && dpkg-scanpackages --multiversion . > Packages 2> /dev/null)
echo 'deb [trusted=yes] file:/srv/repository ./' > /etc/apt/sources.list
apt-get update -qq > /dev/null

# Gems: files, and a folder that serves them.
if command -v gem > /dev/null; then
    mkdir -p /srv/gems/gems /srv/gem
    for version in 1.0.0 1.5.0 2.0.0; do
        for name in tiny_gem small_gem; do
            cat > "$work/$name.gemspec" <<GEM
Gem::Specification.new { |s| s.name = '$name'; s.version = '$version'; s.summary = 's'; s.authors = ['a']; s.files = []; s.license = 'MIT'; s.homepage = 'https://example.com' }
GEM
            (cd "$work" && gem build "$name.gemspec" > /dev/null 2>&1 && mv "$name-$version.gem" /srv/gems/gems)
        done
    done
    (cd /srv/gems && gem generate_index > /dev/null 2>&1) || true
fi

# Wheels, which are archives of a few files.
if command -v python3 > /dev/null; then
    mkdir -p /srv/wheels /srv/python
    python3 - <<'PYTHON'
import zipfile
for name in ("tiny_wheel", "small_wheel"):
    for version in ("1.0", "1.5", "2.0"):
        info = f"{name}-{version}.dist-info"
        with zipfile.ZipFile(f"/srv/wheels/{name}-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}.py", f"version = '{version}'\n")
            wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name.replace(chr(95), chr(45))}\nVersion: {version}\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
PYTHON
fi

# A package of npm is an archive, too.
mkdir -p /srv/node /srv/tarballs
for version in 1.0.0 2.0.0; do
    mkdir -p "$work/package"
    echo "{\"name\": \"tiny-node\", \"version\": \"$version\", \"license\": \"MIT\"}" > "$work/package/package.json"
    tar -czf "/srv/tarballs/tiny-node-$version.tgz" -C "$work" package
done

rm -rf "$work"
mkdir -p "$cache/d"
cp -a "$folder/." "$cache/d"
touch "$cache/ready"
