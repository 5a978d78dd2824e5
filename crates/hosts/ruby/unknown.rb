# frozen_string_literal: true

# What happens when a module uses a part of Puppet that this host does not have: the error names the module, the line, and
# what to do. Modules of Puppet's namespace extend it.
module Bunraku
  module Unknown
    ADVICE = "Bunraku's Ruby host does not provide it; run with --ruby-host=puppet where Puppet is installed"

    def const_missing(name)
      full = equal?(Object) ? name.to_s : "#{self.name}::#{name}"
      error = NameError.new("uninitialized constant #{full} (#{Unknown.user}): #{ADVICE}", name)
      error.set_backtrace(caller)
      raise error
    end

    def method_missing(name, *_arguments)
      error = NoMethodError.new("undefined method `#{name}' for #{self.name} (#{Unknown.user}): #{ADVICE}", name)
      error.set_backtrace(caller)
      raise error
    end

    def respond_to_missing?(_name, _include_private = false)
      false
    end

    module_function

    # The caller: `used by module 'x' in lib/…:12`, with the path relative to the module's directory.
    def user
      location = caller_locations.find { |frame| !frame.path.start_with?(FILE_PREFIX, '<internal:') }
      return 'used by unknown code' unless location

      path = location.absolute_path || location.path
      directory = Requiring.module_directories.map(&:to_s).find { |lib| path.start_with?("#{lib}/") }
      return "used in #{path}:#{location.lineno}" unless directory

      root = File.dirname(directory)
      "used by module '#{File.basename(root)}' in #{path[(root.length + 1)..-1]}:#{location.lineno}"
    end
  end
end
