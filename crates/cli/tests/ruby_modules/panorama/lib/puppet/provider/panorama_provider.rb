require 'puppet/resource_api/simple_provider'
require 'rexml/document'

# A base provider for all panorama providers
class Puppet::Provider::PanoramaProvider < Puppet::ResourceApi::SimpleProvider
  def get(context)
    entries = context.transport.get_config(context.type.definition[:base_xpath] + '/entry')
    entries.map { |entry| { ensure: 'present' }.merge(attrs_from_entry(context, entry)) }
  end

  # Walks the definition: where each attribute is found is said there.
  def attrs_from_entry(context, entry)
    context.type.attributes.each_with_object({}) do |(name, options), found|
      if options.key? :xpath
        text = REXML::XPath.match(entry, options[:xpath]).map(&:to_s).first
        found[name] = convert(text, options[:type]) unless text.nil?
      elsif options.key? :xpath_array
        texts = REXML::XPath.match(entry, options[:xpath_array]).map(&:to_s)
        found[name] = texts unless texts.empty?
      end
    end
  end

  def convert(text, type)
    return text.to_i if type.include? 'Integer'
    return text == 'yes' if type.include? 'Boolean'

    text
  end

  def create(context, name, should)
    validate_should(should)
    context.transport.set_config(context.type.definition[:base_xpath], REXML::Document.new(xml_from_should(name, should)))
  end
  alias update create

  def delete(context, name)
    context.transport.delete_config(context.type.definition[:base_xpath] + "/entry[@name='#{name}']")
  end

  def validate_should(_should); end
end
