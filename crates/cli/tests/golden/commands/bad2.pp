class foo-bar {}
$a=1
1 + 2
$X=2
