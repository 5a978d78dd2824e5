$set_by_manifest = 'compiled'
