# frozen_string_literal: true

# Values as they travel: plain JSON, and Puppet's rich data (`__ptype`, `__pvalue`) for what JSON lacks.
#
# Attribute hashes have symbols as keys in Ruby and texts on the wire; hashes inside values keep texts. A symbol travels as
# {"__ptype": "Symbol"}, an object without a form as {"__ptype": "Runtime"} with its class and its text, so that the runtime can
# show it.
module Bunraku
  module Values
    TYPE = '__ptype'
    VALUE = '__pvalue'
    # How deep values may be nested. Ruby objects can contain themselves, rich data cannot.
    MAX_DEPTH = 250
    # What the runtime's integers hold.
    INTEGERS = (-(2**63)..(2**63 - 1)).freeze

    module_function

    # Ruby from JSON.
    def decode(data)
      case data
      when Array then data.map { |item| decode(item) }
      when Hash
        type = data[TYPE]
        type.is_a?(String) ? typed(type, data) : data.transform_values { |item| decode(item) }
      else data
      end
    end

    # An attribute hash from JSON: the outermost keys are symbols.
    def attributes(data)
      return nil if data.nil?

      decoded = decode(data)
      decoded.is_a?(Hash) ? decoded.transform_keys { |key| key.is_a?(String) ? key.to_sym : key } : decoded
    end

    # JSON from Ruby.
    def encode(value, depth = 0)
      case value
      when nil, true, false then value
      when Integer then INTEGERS.cover?(value) ? value : runtime(value, value.to_s)
      when String then string(value)
      when Symbol then typed_hash('Symbol', text(value.to_s))
      when Float then value.finite? ? value : runtime(value, value.to_s)
      when Array
        guard(value, depth)
        value.map { |item| encode(item, depth + 1) }
      when Hash then hash(value, guard(value, depth) + 1)
      else object(value, depth)
      end
    end

    # An attribute hash as JSON. Keys that are no symbols name no attribute, so such a hash travels with typed keys.
    def encode_attributes(hash)
      if hash.each_key.all?(Symbol)
        hash.each_with_object({}) { |(key, value), result| result[text(key.to_s)] = encode(value, 1) }
      else
        typed_hash('Hash', hash.flat_map { |key, value| [encode(key, 1), encode(value, 1)] })
      end
    end

    # What a provider calls a resource: a hash of namevars has plain keys.
    def encode_name(name)
      name.is_a?(Hash) ? encode_attributes(name) : encode(name)
    end

    # A text as valid UTF-8, for what people read.
    def text(value)
      return value if value.encoding == Encoding::UTF_8 && value.valid_encoding?

      value = value.dup.force_encoding(Encoding::UTF_8) if value.encoding == Encoding::BINARY
      value.encode(Encoding::UTF_8, invalid: :replace, undef: :replace).scrub
    end

    # A definition or schema as JSON: symbols are plain words there, as attributes and features are.
    def encode_definition(value, depth = 0)
      case value
      when Symbol then text(value.to_s)
      when Array
        guard(value, depth)
        value.map { |item| encode_definition(item, depth + 1) }
      when Hash
        guard(value, depth)
        value.each_with_object({}) do |(key, item), result|
          result[text(key.to_s)] = encode_definition(item, depth + 1)
        end
      when Regexp then typed_hash('Regexp', regexp_source(value))
      else encode(value, depth)
      end
    end

    def typed_hash(type, value)
      { TYPE => type, VALUE => value }
    end

    # An object that has no form of its own.
    def runtime(value, shown = nil)
      name = value.is_a?(Module) ? value.to_s : value.class.to_s
      result = { TYPE => 'Runtime', 'runtime' => 'ruby', 'name' => text(name) }
      result[VALUE] = shown if shown
      result
    end

    def string(value)
      value = String.new(value) unless value.instance_of?(String)
      return value if value.encoding == Encoding::UTF_8 && value.valid_encoding?
      return value.dup.force_encoding(Encoding::UTF_8) if value.ascii_only?
      return value.encode(Encoding::UTF_8) unless value.encoding == Encoding::BINARY || !value.valid_encoding?

      utf8 = value.dup.force_encoding(Encoding::UTF_8)
      utf8.valid_encoding? ? utf8 : typed_hash('Binary', [value].pack('m0'))
    rescue EncodingError
      typed_hash('Binary', [value].pack('m0'))
    end

    def hash(value, depth)
      if value.each_key.all? { |key| plain_key?(key) }
        value.transform_values { |item| encode(item, depth) }
      else
        typed_hash('Hash', value.flat_map { |key, item| [encode(key, depth), encode(item, depth)] })
      end
    end

    def plain_key?(key)
      return false unless key.instance_of?(String) && key != TYPE

      key.ascii_only? || (key.encoding == Encoding::UTF_8 && key.valid_encoding?)
    end

    def guard(value, depth)
      return depth if depth < MAX_DEPTH

      raise ProtocolError, "a #{value.class} is nested more than #{MAX_DEPTH} levels deep or contains itself"
    end

    # The text of a regular expression, options included, as Puppet writes it.
    def regexp_source(value)
      value.options.zero? ? text(value.source) : text(value.to_s)
    end

    def object(value, depth)
      case value
      when Regexp then typed_hash('Regexp', regexp_source(value))
      else rich(value, depth)
      end
    end

    # Objects of Puppet's classes say themselves how they travel.
    def rich(value, depth)
      return value.to_bunraku(depth) if value.respond_to?(:to_bunraku)

      case value.class.name
      when /\AURI::/ then typed_hash('URI', text(value.to_s))
      when 'SemanticPuppet::Version' then typed_hash('SemVer', text(value.to_s))
      else runtime(value, shown(value))
      end
    end

    # An object as people read it; nil when it cannot be put into words, or the words are where it lies in memory.
    def shown(value)
      words = text(value.to_s)
      value.is_a?(Module) || words.match?(/\A#<\S+:0x\h+/) ? nil : words
    rescue StandardError
      nil
    end

    def typed(type, data)
      value = data[VALUE]
      case type
      when 'Symbol' then value.to_s.to_sym
      when 'Default' then :default
      when 'Hash' then value.each_slice(2).to_h { |key, item| [decode(key), decode(item)] }
      when 'Sensitive' then Puppet::Pops::Types::PSensitiveType::Sensitive.new(decode(value))
      when 'Regexp' then Regexp.new(value)
      when 'Runtime' then data['name'] == 'Symbol' && value ? value.to_sym : data
      else
        Bunraku.embedded('puppet/pops/rich_values.rb')
        RichValues.decode(type, data)
      end
    end
  end
end
