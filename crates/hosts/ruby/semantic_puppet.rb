# frozen_string_literal: true

# Versions and ranges of versions, as Puppet brings them for modules: `1.2.3-rc1+build`, `>=1.0.0 <2.0.0`, `~1.2`, `1.x`.
module SemanticPuppet
  class Version
    include Comparable

    # What a version looks like.
    FORM = /(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)\.(?<patch>0|[1-9]\d*)(?:-(?<prerelease>[0-9A-Za-z.-]+))?(?:\+(?<build>[0-9A-Za-z.-]+))?/.freeze
    REGEX_FULL_RX = /\A#{FORM}\Z/.freeze

    class ValidationFailure < ArgumentError; end

    attr_reader :major, :minor, :patch

    def self.parse(text)
      match = REGEX_FULL_RX.match(text)
      raise ValidationFailure, "Unable to parse '#{text}' as a semantic version identifier" unless match

      new(match[:major].to_i, match[:minor].to_i, match[:patch].to_i, match[:prerelease]&.split('.'), match[:build]&.split('.'))
    end

    def self.valid?(text)
      REGEX_FULL_RX.match?(text.to_s)
    end

    def initialize(major, minor, patch, prerelease = nil, build = nil)
      @major = major
      @minor = minor
      @patch = patch
      @prerelease = prerelease&.map { |part| /\A\d+\z/.match?(part.to_s) ? part.to_i : part }
      @build = build
    end

    def prerelease
      @prerelease&.join('.')
    end

    def build
      @build&.join('.')
    end

    def stable?
      @prerelease.nil?
    end

    def to_stable
      stable? ? self : Version.new(@major, @minor, @patch)
    end

    # The first version of the next `:major`, `:minor` or `:patch`.
    def next(part)
      case part
      when :major then Version.new(@major + 1, 0, 0)
      when :minor then Version.new(@major, @minor + 1, 0)
      else Version.new(@major, @minor, @patch + 1)
      end
    end

    def <=>(other)
      return nil unless other.is_a?(Version)

      numbers = to_a <=> other.to_a
      numbers.zero? ? compare_prereleases(other.parts) : numbers
    end

    def eql?(other)
      other.is_a?(Version) && to_s == other.to_s
    end

    def hash
      to_s.hash
    end

    def to_a
      [@major, @minor, @patch]
    end

    def to_s
      "#{@major}.#{@minor}.#{@patch}#{"-#{prerelease}" if @prerelease}#{"+#{build}" if @build}"
    end

    def inspect
      to_s
    end

    protected

    def parts
      @prerelease
    end

    private

    # A version comes after its own prereleases; numbers come before words.
    def compare_prereleases(others)
      return (others ? 1 : 0) - (@prerelease ? 1 : 0) unless @prerelease && others

      @prerelease.zip(others).each do |ours, theirs|
        return 1 if theirs.nil?

        order = ours.class == theirs.class ? ours <=> theirs : (ours.is_a?(Integer) ? -1 : 1)
        return order unless order.zero?
      end
      @prerelease.length <=> others.length
    end
  end

  # Several ranges of which one must hold, each of conditions that must all hold.
  class VersionRange
    PART = /\A(?<operator>>=|<=|>|<|=|~>|~|\^)?\s*v?(?<major>\d+|[xX*])(?:\.(?<minor>\d+|[xX*]))?(?:\.(?<patch>\d+|[xX*]))?(?<rest>[-+][0-9A-Za-z.+-]+)?\z/.freeze

    def self.parse(text)
      ranges = text.split('||').map { |range| conditions(range.strip) }
      new(text, ranges)
    end

    class << self
      private

      # Bounds as pairs of an operator and a version.
      def conditions(range)
        from, to = range.split(/\s+-\s+/, 2)
        return [[:>=, lower(match(from))], upper(match(to))] if to

        range.gsub(/(>=|<=|>|<|=|~>|~|\^)\s+/, '\1').split(/\s+/).flat_map { |part| bounds(match(part)) }
      end

      def match(part)
        PART.match(part) || raise(ArgumentError, "Unparsable version range: #{part.inspect}")
      end

      def bounds(match)
        low = lower(match)
        case match[:operator]
        when '>=', '>', '<' then [[match[:operator].to_sym, low]]
        when '<=' then [upper(match)]
        when '~', '~>' then [[:>=, low], [:<, open?(match[:minor]) ? low.next(:major) : low.next(:minor)]]
        when '^' then [[:>=, low], [:<, low.next(low.major.positive? ? :major : (low.minor.positive? ? :minor : :patch))]]
        else plain(match, low)
        end
      end

      def plain(match, low)
        return [] if open?(match[:major])
        return [[:>=, low], [:<, low.next(:major)]] if open?(match[:minor])
        return [[:>=, low], [:<, low.next(:minor)]] if open?(match[:patch])

        [[:==, low]]
      end

      # The highest version that fits `1.2.3`, or the first that does not fit `1.2`.
      def upper(match)
        low = lower(match)
        return [:<, low.next(:major)] if open?(match[:minor])

        open?(match[:patch]) ? [:<, low.next(:minor)] : [:<=, low]
      end

      def lower(match)
        numbers = %w[major minor patch].map { |name| open?(match[name]) ? 0 : match[name].to_i }
        Version.parse("#{numbers.join('.')}#{match[:rest]}")
      end

      def open?(number)
        number.nil? || /[xX*]/.match?(number)
      end
    end

    def initialize(text, ranges)
      @text = text
      @ranges = ranges
    end

    # Prereleases fit only where a condition names one of the same version.
    def include?(version)
      version = Version.parse(version) if version.is_a?(String)
      @ranges.any? do |conditions|
        conditions.all? { |operator, bound| version.public_send(operator, bound) } &&
          (version.stable? || conditions.any? { |_, bound| !bound.stable? && bound.to_a == version.to_a })
      end
    end
    alias === include?
    alias member? include?
    alias cover? include?

    def ==(other)
      other.is_a?(VersionRange) && to_s == other.to_s
    end

    def to_s
      @text
    end
    alias inspect to_s
  end
end
