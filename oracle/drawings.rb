# drawings.rb - records the graphs that the real Puppet draws with --graph.
#
# Compiles and applies two manifests, one of them with cycles, and writes to crates/cli/tests/golden/drawings (or to the
# folder that is given), for each of them: the catalog without what differs from run to run, and all .dot files. Needs
# ruby, root and Puppet 7.23.

require 'fileutils'
require 'json'
require 'open3'
require 'tmpdir'

OUT = File.expand_path(ARGV[0] || 'crates/cli/tests/golden/drawings')

MANIFESTS = {
  'tree' => <<~'PUPPET',
    stage { 'first': before => Stage['main'] }
    class early { notify { 'early': } }
    class empty { }
    class inner { notify { 'in a class': require => Class['empty'] } }
    class outer { contain inner }
    define m::thing($more) {
      if $more { m::thing { "${title}, inner": more => false } }
      notify { "of ${title}": }
    }
    class { 'early': stage => 'first' }
    include empty, outer
    notify { "odd \"title\" \\ here": subscribe => Notify['last'], require => Notify['last'] }
    m::thing { 'Some Thing': more => true, before => Notify['last'] }
    notify { 'last': notify => Class['outer'] }
    notify { 'alone': }
    Notify['alone'] -> Notify['x'] ~> Notify['y']
    notify { ['x', 'y']: }
  PUPPET
  'cycles' => <<~'PUPPET'
    notify { 'a': before => Notify['b'] }
    notify { 'b': before => Notify['a'] }
    notify { 'c': require => Notify['b'], before => Notify['d'] }
    notify { 'd': before => Notify['c'] }
    notify { 'x': require => Notify['z'] }
    notify { 'y': require => Notify['x'] }
    notify { 'z': require => Notify['y'] }
  PUPPET
}

def puppet(dir, *arguments)
  places = %w[confdir codedir vardir].flat_map { |place| ["--#{place}", "#{dir}/#{place}"] }
  Open3.capture2('puppet', *arguments, *places, '--color=false', '--certname=web1').first
end

MANIFESTS.each do |name, manifest|
  Dir.mktmpdir do |dir|
    file = "#{dir}/site.pp"
    FileUtils.mkdir_p("#{dir}/codedir/environments/production/manifests")
    File.write(file, manifest)
    File.write("#{dir}/codedir/environments/production/manifests/site.pp", manifest)
    out = "#{OUT}/#{name}"
    FileUtils.mkdir_p(out)
    compiled = puppet(dir, 'catalog', 'compile', 'web1')
    catalog = JSON.parse(compiled[compiled.index("\n{").to_i..])
    catalog.delete('catalog_uuid')
    catalog['version'] = 1
    catalog['resources'].each { |resource| resource.delete('file') }
    File.write("#{out}/catalog.json", "#{JSON.pretty_generate(catalog)}\n")
    puppet(dir, 'apply', '--graph', file)
    Dir["#{dir}/vardir/state/graphs/*.dot"].each { |drawing| FileUtils.cp(drawing, out) }
  end
end
