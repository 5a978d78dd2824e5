require 'rexml/document'
require 'rexml/xpath'

module Puppet::Transport
  # The main connection class to an appliance: an XML file.
  class Panorama
    def initialize(context, connection_info)
      connection_info[:host] = connection_info[:address] unless connection_info.key? :host
      context.info("connecting to #{connection_info[:host]}:#{connection_info[:port]} as #{connection_info[:user]} with #{connection_info[:password].inspect}")
      @connection_info = connection_info
      @path = File.join(ENV['SCRATCH'], "#{connection_info[:host]}.xml")
      raise Puppet::ResourceError, 'no secret' if connection_info[:password].nil? && connection_info[:apikey].nil?
    end

    def facts(context)
      context.debug('Retrieving facts')
      { 'operatingsystem' => 'PAN-OS', 'model' => config.root.attributes['model'], 'interfaces' => { 'count' => 2 } }
    end

    def verify(context)
      context.debug('verify connection')
      raise "#{@path} cannot be reached" unless File.file?(@path)
    end

    def close(_context)
      @config = nil
      File.write(File.join(ENV['SCRATCH'], 'closed'), "closed\n", mode: 'a') if ENV['SCRATCH']
    end

    def config
      @config ||= REXML::Document.new(File.read(@path))
    end

    def get_config(xpath)
      REXML::XPath.match(config, xpath)
    end

    def set_config(xpath, document)
      parent = REXML::XPath.first(config, xpath)
      old = parent.elements.to_a('entry').find { |entry| entry.attributes['name'] == document.root.attributes['name'] }
      parent.delete(old) if old
      parent << document.root
      save
    end

    def delete_config(xpath)
      REXML::XPath.match(config, xpath).each(&:remove)
      save
    end

    def save
      File.write(@path, config.to_s)
      @config = nil
    end
  end
end
