# What systemd is told to do: what was said, and what became of the service.
step() {
    echo "# $1"
    /mnt/program apply --confdir /tmp/c --vardir /tmp/v --color=false -e "$2" 2>&1 | grep -v ' catalog '
    echo "$(systemctl is-active demo) $(systemctl is-enabled demo)"
}
{
    step start "service { 'demo': ensure => running, enable => true }"
    step again "service { 'demo': ensure => running, enable => true }"
    first=$(systemctl show -p MainPID --value demo)
    echo 'Restart=no' >> /usr/lib/systemd/system/demo.service
    echo "reload: $(systemctl show -p NeedDaemonReload --value demo)"
    step refresh "notify { 'n': } ~> service { 'demo': ensure => running }"
    echo "reload: $(systemctl show -p NeedDaemonReload --value demo)"
    [ "$first" != "$(systemctl show -p MainPID --value demo)" ] && echo another process
    step disable "service { 'demo': enable => false }"
    step mask "service { 'demo': ensure => stopped, enable => mask }"
    step unmask "service { 'demo': ensure => running }"
    step stop "service { 'demo': ensure => stopped }"
    step fail "service { 'broken': ensure => running }"
    echo "# list"
    /mnt/program resource service demo --color=false
} > /mnt/output 2>&1
systemctl exit
