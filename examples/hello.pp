# A folder with a greeting for each name. Nothing else on the machine is touched; remove the folder when you are done.
$folder = '/tmp/bunraku-hello'
$names = ['Alice', 'Bob']

file { $folder:
  ensure => directory,
}

$names.each |$name| {
  file { "${folder}/${name.downcase}.txt":
    mode    => '0644',
    content => "Hello ${name}!\n",
  }
}

file { "${folder}/first.txt":
  ensure => link,
  target => "${folder}/${names[0].downcase}.txt",
}
