# frozen_string_literal: true

# Property lists, through the library that knows them, when it is there.
module Puppet
  module Util
    module Plist
      class FormatError < RuntimeError; end

      module_function

      def parse_plist(data, _file_path = '')
        library
        CFPropertyList.native_types(CFPropertyList::List.new(data: data).value)
      end

      def read_plist_file(path)
        parse_plist(File.binread(path.to_s), path)
      end

      def write_plist_file(plist, path, format = :xml)
        list(plist).save(path.to_s, form(format))
      end

      def dump_plist(plist, format = :xml)
        list(plist).to_str(form(format))
      end

      def to_format(format)
        library
        form(format)
      end

      def library
        require 'cfpropertylist'
      end

      def list(plist)
        library
        CFPropertyList::List.new.tap { |result| result.value = CFPropertyList.guess(plist) }
      end

      def form(format)
        case format.to_sym
        when :xml then CFPropertyList::List::FORMAT_XML
        when :binary then CFPropertyList::List::FORMAT_BINARY
        when :plain then CFPropertyList::List::FORMAT_PLAIN
        else raise FormatError, "Unknown plist format #{format}"
        end
      end

      private_class_method :library, :list, :form
    end
  end
end
