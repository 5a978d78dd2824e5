# frozen_string_literal: true

# Base classes of the legacy API: files that define types with it can be loaded, but none of its code is run.
module Puppet
  class Parameter
    class << self
      %i[newvalue newvalues aliasvalue munge unmunge validate desc defaultto isnamevar array_matching].each do |name|
        define_method(name) { |*_arguments| nil }
      end
    end

    class Boolean < Parameter; end
    class Path < Parameter; end
    class PackageOptions < Parameter; end
  end

  class Property < Parameter
    class Boolean < Property; end
    class List < Property; end
    class OrderedList < List; end
    class KeyValue < Property; end
    class Ensure < Property; end
  end
end
