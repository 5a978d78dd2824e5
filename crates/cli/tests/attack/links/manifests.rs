//! Manifests of every type that reads or writes below a given directory.
//!
//! `%A` is a directory of the user with the files `f0`, `f1` … and copies that end in `.bak`, the directories
//! `cache0`, `cache1` …, `sub` and `.ssh`; `%S` is the sandbox. A manifest with `${n}` is evaluated for each number.

/// A manifest with a name.
pub struct Managed {
    pub name: &'static str,
    pub manifest: &'static str,
}

const fn managed(name: &'static str, manifest: &'static str) -> Managed {
    Managed { name, manifest }
}

pub const MANIFESTS: &[Managed] = &[
    managed("content", "file { \"%A/f${n}\": content => 'new', backup => false }"),
    managed(
        "content with owner and mode",
        "file { \"%A/f${n}\": content => 'new', owner => 'mallory', mode => '0666', backup => false }",
    ),
    managed(
        "content of root",
        "file { \"%A/f${n}\": content => 'new', owner => 'root', group => 'root', backup => false }",
    ),
    managed("content with a copy", "file { \"%A/f${n}\": ensure => file, content => 'new', backup => '.bak' }"),
    managed("content with a copy in the bucket", "file { \"%A/f${n}\": content => 'new', backup => 'puppet' }"),
    managed("content that follows links", "file { \"%A/f${n}\": content => 'new', links => follow, backup => false }"),
    managed(
        "content that is checked",
        "file { \"%A/f${n}\": content => 'new', validate_cmd => '/bin/cat %', backup => false }",
    ),
    managed(
        "content in a directory below",
        "file { \"%A/sub/index\": content => 'new', owner => 'mallory', backup => '.bak' }",
    ),
    managed(
        "content by its time",
        "file { \"%A/f${n}\": checksum => mtime, source => '%S/public/f0', backup => false }",
    ),
    managed(
        "owner and mode that follow links",
        "file { \"%A/f${n}\": links => follow, owner => 'mallory', mode => '0644' }",
    ),
    managed("owner and mode", "file { \"%A/f${n}\": owner => 'mallory', group => 'mallory', mode => '0666' }"),
    managed("owner root", "file { \"%A/f${n}\": owner => 'root', mode => '0600' }"),
    managed(
        "link of root",
        "file { \"%A/f${n}\": ensure => link, target => '/nowhere', owner => 'root', force => true, backup => false }",
    ),
    managed(
        "mode of a directory",
        "file { \"%A/cache${n}\": ensure => directory, mode => '0777', owner => 'mallory' }",
    ),
    managed("source", "file { \"%A/f${n}\": source => '%S/public/f0', backup => '.bak' }"),
    managed("source of the user", "file { \"%S/out/f${n}\": source => \"%A/f${n}\", mode => '0644', backup => false }"),
    managed(
        "source of the user that follows links",
        "file { \"%S/out/f${n}\": source => \"%A/f${n}\", links => follow, mode => '0644', backup => false }",
    ),
    managed(
        "source directory of the user",
        "file { '%S/out': source => '%A', ensure => directory, recurse => true, mode => '0644', backup => false }",
    ),
    managed(
        "source directory of the user that follows links",
        "file { '%S/out': source => '%A', ensure => directory, recurse => true, links => follow, mode => '0644', backup => false }",
    ),
    managed(
        "recursion with a source",
        "file { '%A': ensure => directory, source => '%S/public', recurse => true, owner => 'mallory', mode => '0666', backup => '.bak' }",
    ),
    managed(
        "recursion of what the source has",
        "file { '%A': ensure => directory, source => '%S/public', recurse => remote, owner => 'mallory', mode => '0666', backup => false, force => true }",
    ),
    managed(
        "recursion that purges",
        "file { '%A': ensure => directory, recurse => true, purge => true, force => true, backup => false }",
    ),
    managed(
        "recursion that purges with copies",
        "file { '%A': ensure => directory, recurse => true, purge => true, force => true, backup => '.bak' }",
    ),
    managed(
        "recursion with owner and mode",
        "file { '%A': ensure => directory, recurse => true, owner => 'mallory', mode => '0777' }",
    ),
    managed(
        "recursion that follows links",
        "file { '%A': ensure => directory, recurse => true, links => follow, owner => 'mallory', mode => '0777' }",
    ),
    managed("removal of files", "file { \"%A/f${n}\": ensure => absent, backup => '.bak' }"),
    managed("removal of directories", "file { \"%A/cache${n}\": ensure => absent, force => true, backup => false }"),
    managed(
        "removal of directories with copies",
        "file { \"%A/cache${n}\": ensure => absent, force => true, backup => '.bak' }",
    ),
    managed(
        "a file in place of a directory",
        "file { \"%A/cache${n}\": ensure => file, content => 'x', force => true, backup => false }",
    ),
    managed(
        "a link in place of a directory",
        "file { \"%A/cache${n}\": ensure => link, target => '/nowhere', force => true, backup => false }",
    ),
    managed("a link in place of a file", "file { \"%A/f${n}\": ensure => link, target => '/nowhere', force => true }"),
    managed(
        "a directory in place of a file",
        "file { \"%A/f${n}\": ensure => directory, force => true, backup => '.bak' }",
    ),
    managed(
        "concat_file",
        "concat_file { \"%A/f${n}\": owner => 'mallory', mode => '0666', backup => '.bak' }
         concat_fragment { \"c${n}\": target => \"%A/f${n}\", content => 'new' }",
    ),
    managed(
        "concat_fragment of the user",
        "concat_file { \"%S/out/f${n}\": mode => '0644' }
         concat_fragment { \"c${n}\": target => \"%S/out/f${n}\", source => \"%A/f${n}\" }",
    ),
    managed("file_line", "file_line { \"l${n}\": path => \"%A/f${n}\", line => 'mallory::0:0::/root:/bin/sh' }"),
    managed(
        "file_line that replaces",
        "file_line { \"l${n}\": path => \"%A/f${n}\", line => 'new', match => 'secret|mine' }",
    ),
    managed(
        "file_line that removes",
        "file_line { \"l${n}\": ensure => absent, path => \"%A/f${n}\", match => 'secret|mine', match_for_absence => true }",
    ),
    managed(
        "ini_setting",
        "ini_setting { \"i${n}\": path => \"%A/f${n}\", section => 'a', setting => 'b', value => 'c' }",
    ),
    managed(
        "ini_subsetting",
        "ini_subsetting { \"i${n}\": path => \"%A/f${n}\", section => 'a', setting => 'b', subsetting => '-x', value => 'c' }",
    ),
    managed("host", "host { \"h${n}.example.com\": ip => '192.0.2.1', target => \"%A/f${n}\" }"),
    managed(
        "mount",
        "mount { \"/srv/m${n}\": ensure => defined, device => '/dev/null', fstype => 'ext4', target => \"%A/f${n}\" }",
    ),
    managed("sysctl", "sysctl { \"net.x${n}\": val => '1', target => \"%A/f${n}\" }"),
    managed("ssh_authorized_key", "ssh_authorized_key { 'k': user => 'mallory', type => 'ssh-rsa', key => 'AAAA' }"),
    managed(
        "ssh_authorized_key with a file",
        "ssh_authorized_key { \"k${n}\": user => 'mallory', type => 'ssh-rsa', key => 'AAAA', target => \"%A/f${n}\" }",
    ),
    managed(
        "exec",
        "exec { \"/bin/true ${n}\": creates => \"%A/cache${n}/deep/none\", cwd => '/', unless => '/bin/false' }",
    ),
    managed("user with a home", "user { 'mallory': home => '/home/mallory/app', purge_ssh_keys => true }"),
];
