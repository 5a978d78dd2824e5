# frozen_string_literal: true

# The type `probe` of graph.rb, which tells what its parameters mean.
Puppet::Type.newtype(:probe) do
  newparam(:name, namevar: true) {}
  %i[autorequires autosubscribes autobefores autonotifies generates brings needs fails].each { |name| newparam(name) {} }
  newproperty(:state) do
    defaultto 'good'
    def retrieve
      'bad'
    end

    def sync
      $done[resource.name] = true
      raise Puppet::Error, 'no' if resource[:fails]
    end
  end
  %i[require subscribe before notify].zip(%i[autorequires autosubscribes autobefores autonotifies]) do |kind, parameter|
    send(:"auto#{kind}", :probe) { Array(self[parameter]) }
  end

  def children(parameter)
    Array(self[parameter]).map { |title| self.class.new(name: title) }
  end

  def generate
    children(:generates)
  end

  def eval_generate
    children(:brings)
  end

  def ancestors
    []
  end

  def refresh; end

  def suitable?
    self[:needs].nil? || $done.key?(self[:needs])
  end
end
