require 'puppet_x/store'

class Puppet::Provider::Dryrun::Dryrun
  def get(_context)
    PuppetX::Store.new('dryrun').all
  end

  def set(context, changes, noop: false)
    changes.each do |name, change|
      context.updating(name) do
        context.notice("noop is #{noop.inspect}, is #{change[:is].inspect}")
        PuppetX::Store.new('dryrun').put(change[:should], :name) unless noop
      end
    end
  end
end
