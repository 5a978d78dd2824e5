# Writes to /srv/seen what became of packages, so that it can be compared: those of dpkg, how they are marked, and which
# commands apt was given.
mkdir -p /srv/seen
dpkg-query -W -f '${Package} ${Version} ${Status}\n' 2> /dev/null | grep -v '^many' > /srv/seen/dpkg
apt-mark showhold > /srv/seen/hold
apt-mark showmanual | grep -v '^many' > /srv/seen/manual
sed -n 's/^Commandline: //p' /var/log/apt/history.log 2> /dev/null > /srv/seen/apt
(cd /srv/files && grep -r . .) 2> /dev/null | grep -v '^./many' | sort > /srv/seen/files
ls /srv/gem/specifications 2> /dev/null > /srv/seen/gem
ls -d /srv/python/lib/python*/site-packages/*.dist-info 2> /dev/null | sed 's/.*\///' > /srv/seen/python
