# Records what the installed Puppet answers, one case a line: [operation, arguments..., answer].
# An answer is ["ok", value] or ["error", message]. Random cases come from a fixed seed.
require 'json'
require 'set'
require 'puppet'

class Recorder
  attr_reader :random

  def initialize(name)
    @path = File.join(__dir__, '..', '..', 'crates', 'pcore', 'tests', 'data', "#{name}.jsonl")
    @random = Random.new(7)
    @seen = Set.new
    @lines = []
  end

  def record(operation, *arguments)
    return unless @seen.add?([operation, *arguments])
    answer = begin
      ['ok', yield]
    rescue StandardError => error
      ['error', error.message]
    end
    @lines << JSON.generate([operation, *arguments, answer])
  end

  def pick(list)
    list[@random.rand(list.size)]
  end

  def close
    File.write(@path, @lines.join("\n") + "\n")
    File.write(File.join(__dir__, '..', '..', 'crates', 'pcore', 'tests', 'data', 'version.txt'), "Puppet #{Puppet.version}, Ruby #{RUBY_VERSION}, SemanticPuppet #{SemanticPuppet::VERSION}\n")
    puts "#{@path}: #{@lines.size} cases"
  end
end
