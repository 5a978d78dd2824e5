#!/usr/bin/ruby
# frozen_string_literal: true

# trees.rb - records how the real Puppet (7.23) reads texts, with the place of every expression.
#
# Reads and rewrites crates/syntax/tests/golden/trees.jsonl, one case a line: source, template (whether
# it is EPP) and answer: the tree as crates/syntax/tests/reading/notation.rs writes ours, or the first
# error as LINE:COLUMN MESSAGE. To add a case add a line with its source. What ends in an error of the
# Ruby runtime is left out and counted on stderr.

ENV['LC_ALL'] ||= 'C.UTF-8'
Encoding.default_external = Encoding::UTF_8
$VERBOSE = nil

require 'json'
require 'puppet'
require 'puppet/pops'

FILE = File.expand_path('../../crates/syntax/tests/golden/trees.jsonl', __dir__)

# Writes trees.
class Notation
  include Puppet::Pops::Model

  def initialize(source)
    @source = source
  end

  def program(body)
    case body
    when BlockExpression then block(body.statements)
    when nil, Nop then block([])
    else block([body])
    end
  end

  private

  def block(statements)
    "(#{['block', *statements.map { |statement| expression(statement) }].join(' ')})"
  end

  def body(part)
    part.nil? || part.is_a?(Nop) ? '(block)' : expression(part)
  end

  def node(name, at, *parts)
    "(#{["#{name}@#{at.is_a?(Integer) ? at : at.offset}", *parts.flatten.compact].join(' ')})"
  end

  def list(expressions)
    expressions.map { |one| expression(one) }
  end

  def pairs(entries, key, value)
    entries.map { |entry| "(=> #{expression(entry.send(key))} #{expression(entry.send(value))})" }
  end

  def attributes(operations)
    operations.map do |operation|
      if operation.is_a?(AttributesOperation)
        node('attribute', operation, '*', '=>', expression(operation.expr))
      else
        node('attribute', operation, operation.attribute_name, operation.operator, expression(operation.value_expr))
      end
    end
  end

  def parameters(all)
    shown = all.map do |one|
      node('parameter', one, "#{'*' if one.captures_rest}#{one.name}",
           (":type #{expression(one.type_expr)}" if one.type_expr), (":value #{expression(one.value)}" if one.value))
    end
    "(#{shown.join(' ')})"
  end

  def returns(type)
    ":returns #{expression(type)}" if type
  end

  def lambda_of(one)
    node('lambda', one, parameters(one.parameters), returns(one.return_type), body(one.body)) if one
  end

  def plain(one)
    one.is_a?(QualifiedName) ? one.value : expression(one)
  end

  def alias_of(one)
    type = one.type_expr
    hash = type.keys[0] if type.is_a?(AccessExpression) && type.keys.size == 1 && type.keys[0].is_a?(LiteralHash)
    # The short forms `= { … }` and `= Parent { … }` have no bracket before the hash.
    written = @source.byteslice(0, hash.offset).force_encoding('UTF-8').rstrip if hash
    return node('alias', one, one.name, expression(type)) if hash.nil? || written.end_with?('[')

    entries = hash.entries
    last = entries.last
    parent = type.left_expr.cased_value unless written.end_with?('=')
    if last && last.key.is_a?(QualifiedName) && last.key.value == 'parent' && last.key.length.zero?
      parent = last.value.cased_value
      entries = entries[0..-2]
    end
    node('alias', one, one.name, (":parent #{parent}" if parent), node('hash', hash, pairs(entries, :key, :value)))
  end

  def expression(one)
    case one
    when LiteralUndef then node('undef', one)
    when LiteralDefault then node('default', one)
    when LiteralBoolean then node(one.value.to_s, one)
    when LiteralInteger then node('int', one, one.value)
    when LiteralFloat then node('float', one, [one.value].pack('D').unpack1('Q'))
    when RenderStringExpression then node('text', one, JSON.generate(one.value))
    when LiteralString then node('string', one, JSON.generate(one.value))
    when ConcatenatedString
      node('interpolated', one, list(one.segments.map { |part| part.is_a?(TextExpression) ? part.expr : part }))
    when HeredocExpression then node('heredoc', one, JSON.generate(one.syntax), expression(one.text_expr))
    when LiteralRegularExpression then node('regexp', one, JSON.generate(one.value.source))
    when QualifiedName then node('name', one, one.value)
    when ReservedWord then node('reserved', one, one.word)
    when QualifiedReference then node('type-name', one, one.cased_value)
    when VariableExpression then node('variable', one, (one.expr.value unless one.expr.value.empty?))
    when LiteralList then node('array', one, list(one.values))
    when LiteralHash then node('hash', one, pairs(one.entries, :key, :value))
    when NotExpression then node('!', one, expression(one.expr))
    when UnaryMinusExpression then node('negative', one, expression(one.expr))
    when UnfoldExpression then node('splat', one, expression(one.expr))
    when ParenthesizedExpression then node('parenthesized', one, expression(one.expr))
    when RenderExpression then node('render', one, expression(one.expr))
    when InExpression, AndExpression, OrExpression
      name = one.class.name[/(\w+)Expression\z/, 1].downcase
      node(name, one, expression(one.left_expr), expression(one.right_expr))
    when ArithmeticExpression, ComparisonExpression, MatchExpression, AssignmentExpression, RelationshipExpression
      node(one.operator, one, expression(one.left_expr), expression(one.right_expr))
    when AccessExpression then node('access', one, expression(one.left_expr), list(one.keys))
    when SelectorExpression
      node('selector', one, expression(one.left_expr), pairs(one.selectors, :matching_expr, :value_expr))
    when BlockExpression then one.statements.size == 1 ? expression(one.statements[0]) : block(one.statements)
    when IfExpression
      name = one.is_a?(UnlessExpression) ? 'unless' : 'if'
      node(name, one, expression(one.test), body(one.then_expr), body(one.else_expr))
    when CaseExpression
      options = one.options.map { |option| "(option (#{list(option.values).join(' ')}) #{body(option.then_expr)})" }
      node('case', one, expression(one.test), options)
    when CallMethodExpression
      dot = one.functor_expr
      node('method', one, expression(dot.left_expr), plain(dot.right_expr), list(one.arguments), lambda_of(one.lambda))
    when CallNamedFunctionExpression
      node('call', one, expression(one.functor_expr), list(one.arguments), lambda_of(one.lambda))
    when ResourceExpression
      bodies = one.bodies.map { |part| node('body', 0, expression(part.title), attributes(part.operations)) }
      node("resource:#{one.form}", one, plain(one.type_name), bodies)
    when ResourceDefaultsExpression
      node("defaults:#{one.form}", one, expression(one.type_ref), attributes(one.operations))
    when ResourceOverrideExpression
      node("override:#{one.form}", one, expression(one.resources), attributes(one.operations))
    when CollectExpression
      asked = one.query.expr
      node(one.query.is_a?(ExportedQuery) ? 'exported-collector' : 'collector', one, expression(one.type_expr),
           asked.nil? || asked.is_a?(Nop) ? 'all' : expression(asked), attributes(one.operations))
    when HostClassDefinition
      node('class', one, one.name, parameters(one.parameters),
           (":parent #{one.parent_class}" if one.parent_class), body(one.body))
    when ResourceTypeDefinition then node('define', one, one.name, parameters(one.parameters), body(one.body))
    when NodeDefinition
      node('node', one, "(#{list(one.host_matches).join(' ')})",
           (":parent #{expression(one.parent)}" if one.parent), body(one.body))
    when FunctionDefinition
      node('function', one, one.name, parameters(one.parameters), returns(one.return_type), body(one.body))
    when TypeAlias then alias_of(one)
    when TypeMapping then node('mapping', one, expression(one.type_expr), expression(one.mapping_expr))
    when TypeDefinition
      node('type', one, one.name, (":parent #{one.parent}" if one.parent), body(one.body))
    when LambdaExpression
      template = one.body
      declared = template.parameters_specified ? parameters(one.parameters) : 'any'
      node('template', one, declared, body(template.body))
    when Nop then node('nothing', one)
    else raise "no notation for #{one.class}"
    end
  end
end

def answer(source, template)
  parser = template ? Puppet::Pops::Parser::EppParser.new : Puppet::Pops::Parser::Parser.new
  Notation.new(source).program(parser.parse_string(source, '').model.body)
rescue Puppet::ParseErrorWithIssue => e
  "#{e.line || '-'}:#{e.pos || '-'} #{e.basic_message}"
rescue Puppet::ParseError => e
  "#{e.line || '-'}:#{e.pos || '-'} #{e.message.sub(/ \(line: \d+, column: \d+\)\z/, '')}"
end

Puppet::Util::Log.level = :emerg
lost = 0
lines = File.readlines(FILE).map do |line|
  request = JSON.parse(line)
  request['answer'] = answer(request['source'], request['template'])
  JSON.generate(request)
rescue JSON::ParserError
  raise
rescue StandardError
  lost += 1
  nil
end
File.write(FILE, lines.compact.map { |line| "#{line}\n" }.join)
warn "#{lines.compact.size} answers, #{lost} left out"
