# Refreshes semver.jsonl: ruby oracle/values/semver.rb
require_relative 'oracle'

VERSION = SemanticPuppet::Version
RANGE = SemanticPuppet::VersionRange
RANGE_TYPE = Puppet::Pops::Types::PSemVerRangeType

cases = Recorder.new('semver')
random = cases.random

# Two methods of the real one fail on a misspelt name; those answers are not worth having.
def sound
  yield
  true
rescue NameError
  false
rescue StandardError
  true
end

versions = %w[0.0.0 0.0.1 0.1.0 1.0.0 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0-rc1 1.0.0+a 1.0.0+b 1.0.0-rc.1+b5 1.2.3 1.2.3-rc1 1.2.4 1.2.9 1.3.0 1.10.0
              2.0.0 2.0.0-0 2.0.0--- 2.0.0-a-b.c 3.0.0 10.20.30 1.0.0-99999999999999999999999 1.0.0-100000000000000000000000 1.0.0-1 1.0.0-2 1.0.0-10 0.0.0-a 1.2.3+1 1.2.3-a+01]
not_versions = ['', '1', '1.2', '1.2.3.4', '01.2.3', '1.02.3', '1.2.03', '1.2.3-', '1.2.3+', '1.2.3-01', '1.2.3-a.01', '1.2.3-a..b', '1.2.3-é', 'v1.2.3', ' 1.2.3', '1.2.3 ', "1.2.3\n", "1.2.3-rc\n", "1.2.3\n\n", '1.2.3+a+b', '1.2.3-a_b', 'a.b.c', '-1.2.3', '1.2.3-0', '1.2.3-00', '1.2.3-0a',
                '1.2.3+a.', '1.2.-3', '1..3', '1.2.x', '1.2.3+-', '1.2.3-+b', '1.2.3+b-rc']
(versions + not_versions).each do |text|
  cases.record('version', text) { version = VERSION.parse(text); [version.to_s, version.major, version.minor, version.patch, version.prerelease, version.build] }
end
parsed = versions.map { |text| VERSION.parse(text) }
parsed.product(parsed).each do |left, right|
  cases.record('compare', left.to_s, right.to_s) { [left <=> right, left == right] } if random.rand(2).zero?
end

numbers = %w[0 1 2 3 10 x X * 01 1.2 1.x 0.1 0.x 1.2.3 1.2.x 1.*.3 0.0.1 0.2.3 1.2.3-rc1 1.0.0-alpha.1 1.2.3+b 1.2.3-rc.1+b 2.0.0 2.0.0-rc 1.2-rc 1.2.x-rc 1.2.3-01 1.2.x-01 1.0.0 3.0.0 1.2.3.4 1.2. x.1 *.1.2]
operators = ['', '', '=', '>', '>=', '<', '<=', '~', '^', '~>', '~=', '==', '!', '> ', '>= ', '~ ', 'v', '>v', '>= v', '^v', '<  ']
ranges = ['', ' ', '  ', '||', ' || ', '|| 1.0.0', '1.0.0 ||', '1.0.0 || ', ' 1.0.0', '1.0.0 ', '1.0.0|2.0.0', '1.0.0|||2.0.0', '*', 'x', 'junk', '1.0.0 - 2.0.0', '1.0.0 -2.0.0', '1.0.0- 2.0.0', ' 1.0.0 - 2.0.0', '1.0.0 - 2.0.0 ', "1.0.0\t-\n2.0.0", '2.0.0 - 1.0.0', '1.0.0 - 1.0.0', '1 - 2', '1.x - 2.x',
          '>=1.0.0 <2.0.0', '>1.0.0 <=2.0.0', '>=1.0.0 <2.0.0 || >=3.0.0', '<1.0.0 || >=1.0.0', '<=1.0.0 || >=1.0.1', '1.2.3 || 1.2.4 || 1.2.5', '~1.2 || ~1.3', '^1 || ^2', '1.0.0 1.0.0', '>=1.0.0 >=2.0.0', '>=1.0.0 1.5.0', '* 1.0.0', '1.0.0 *', '>*', '<*', '>=*', '* || 1.0.0', '1.0.0 || *', '>2 <1', '>* || 1.0.0',
          '1.0.0 - 2.0.0 3.0.0', '<1.0.0-rc1 || >1.0.0-rc1', '>=1.0.0-rc1 <1.0.0', '=1.0.0 || =1.0.0', '^0.1', '^0', '~0', '>=0.0.0', '<0.0.0', '<=0.0.0', '>0.0.0', 'é', '1.0.0 || junk']
ranges += Array.new(350) do
  Array.new(1 + random.rand(2)) { Array.new(1 + random.rand(2)) { cases.pick(operators) + cases.pick(numbers) }.join(cases.pick([' ', ' ', '  ', ' - '])) }.join(cases.pick([' || ', '||']))
end
good = []
ranges.each do |text|
  next unless sound { RANGE.parse(text) }
  cases.record('range', text) { range = RANGE.parse(text); good << range; [range.to_s, range.inspect] }
end
good.each do |range|
  hits = versions.select { |version| range.include?(VERSION.parse(version)) }
  cases.record('contains', range.to_s, versions) { hits } unless range.to_s == '*'
end
400.times do
  left, right = cases.pick(good), cases.pick(good)
  if sound { left & right }
    cases.record('intersection', left.to_s, right.to_s) { both = left & right; [both.to_s, both.inspect] }
  end
  cases.record('equal', left.to_s, right.to_s) { left == right }
  next unless left.ranges.size == 1 && right.ranges.size == 1
  cases.record('covers', left.to_s, right.to_s) { RANGE_TYPE.covered_by?(right, left) }
  cases.record('merge', left.to_s, right.to_s) { merged = RANGE_TYPE.merge(left, right); merged && [merged.to_s, merged.inspect] }
end
good.each do |range|
  next unless range.ranges.size == 1
  cases.record('covers', range.to_s, range.to_s) { RANGE_TYPE.covered_by?(range, range) }
end
80.times do
  from, to, exclude = cases.pick(versions + [nil]), cases.pick(versions + [nil]), random.rand(2).zero?
  cases.record('new', from, to, exclude) do
    range = RANGE.new(from ? VERSION.parse(from) : VERSION::MIN, to ? VERSION.parse(to) : VERSION::MAX, exclude)
    [range.to_s, range.inspect]
  end
end
cases.close
