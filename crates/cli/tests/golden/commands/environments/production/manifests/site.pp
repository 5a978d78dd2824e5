notify { "site of ${environment}": }
