nx9k_vlan { '10': label => 'engineering' }
nx9k_vlan { '20': label => 'guests', state => suspend }
nx9k_feature { 'lacp': enabled => true }
