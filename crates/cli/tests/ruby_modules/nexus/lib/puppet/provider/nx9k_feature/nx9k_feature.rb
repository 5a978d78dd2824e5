# Works with any device.
class Puppet::Provider::Nx9kFeature::Nx9kFeature
  def file
    File.join(ENV['SCRATCH'], 'features')
  end

  def get(context)
    context.notice("The device is a #{context.device.class}, the transport a #{context.transport.class}")
    return [] unless File.exist?(file)

    File.readlines(file, chomp: true).map { |line| line.split('=') }.map { |name, value| { name: name, enabled: value == 'yes' } }
  end

  def set(context, changes)
    changes.each do |name, change|
      context.processing(name, change[:is], change[:should]) do
        lines = File.exist?(file) ? File.readlines(file, chomp: true) : []
        lines.reject! { |line| line.start_with?("#{name}=") }
        File.write(file, (lines + ["#{name}=#{change[:should][:enabled] ? 'yes' : 'no'}"]).map { |line| "#{line}\n" }.join)
      end
    end
  end
end
