class { 'ceph': fsid => '066F558C-6789-4A93-AAF1-5AF1BA01A3AD', mon_host => '10.0.0.1', mon_initial_members => 'a', authentication_type => 'cephx' }
ceph::mon { 'a': key => 'AQATGHJTUCBqIBAA7M2yafV1xctn1pgr3GcKPg==' }
ceph::osd { '/srv/data': }
ceph::key { 'client.admin': secret => 'x', cap_mon => 'allow *', cap_osd => 'allow *', inject => true }
ceph::pool { 'p': pg_num => 32 }
