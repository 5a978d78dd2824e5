# Refreshes timespan.jsonl and timestamp.jsonl: ruby oracle/values/time.rb
require_relative 'oracle'

SPAN = Puppet::Pops::Time::Timespan
STAMP = Puppet::Pops::Time::Timestamp

def float(number)
  number.nan? || number.infinite? ? number.to_s : number
end

def nanoseconds(time)
  time.nsecs.to_s
end

spans = Recorder.new('timespan')
amounts = [0, 1, -1, 5, 1000, 5_006_007, 100_000_000, 999_999_999, 10**9, -10**9, 1_500_000_000, -1_500_000_000,
           90_061_123_456_789, -90_061_123_456_789, 93_784_500_600_700, 86_400 * 10**9, 86_399_999_999_999, -86_400 * 10**9,
           3_600_000_000_000, 59_999_999_999, 123_456_789_012_345_678, -123_456_789_012_345_678, 2**62, -2**62, 2**65 + 12_345, 9 * 10**23]
amounts += Array.new(30) { spans.random.rand(10**(3 + spans.random.rand(18))) * (spans.random.rand(4).zero? ? -1 : 1) }
factors = [0, 1, -1, 2, 3, -3, 7, 1000, 0.5, -0.5, 1.5, 0.1, 3.7, -2.25, 1e3, 0.0]
amounts.each do |amount|
  span = SPAN.new(amount)
  spans.record('to_s', amount.to_s) { span.to_s }
  spans.record('to_i', amount.to_s) { span.to_i }
  spans.record('to_f', amount.to_s) { float(span.to_f) }
  factors.each do |factor|
    next unless spans.random.rand(3).zero?
    spans.record('mul', amount.to_s, factor) { nanoseconds(span * factor) }
    spans.record('div', amount.to_s, factor) { nanoseconds(span / factor) }
    spans.record('mod', amount.to_s, factor) { span % factor }
  end
  other = spans.pick(amounts)
  spans.record('ratio', amount.to_s, other.to_s) { float(span / SPAN.new(other)) }
end
[0.0, 1.5, -1.5, 0.1, 1e-9, 1e-10, 90061.123456789, -0.3, 1e9 + 0.1, 123456789.987654321, 1e18, Float::NAN].each do |seconds|
  spans.record('from_f', float(seconds)) { nanoseconds(SPAN.new((seconds * 10**9).to_i)) }
end
texts = ['', '-', '4', '-4', '4.5', '4.05', '10:20', '1:2:3', '1-2:3:4', '1-02:03:04.5', '-1-02:03:04.5', '1-2:3', '0-1:2', '100', '1000000', '99:99',
         '5:61', '1-25:61:61.5', '1:2:3.4', '1:2.3', ' 4', '4 ', "4\n", '4.', '.5', 'x', 'bogus', '--4', '+4', '1-2', '1-2-3', '12345678901.5', '1.1234567890123',
         '1.000000001', '1-0:0:0.000000001', '١', '4.5.6', '1:2:3:4', '1 2', '10-23:59:59.999999999', '123:4', '1:23:45.', '-0.5', '0.0', '00:00:00']
texts.each { |text| spans.record('parse', text) { nanoseconds(SPAN.parse(text)) } }
directives = %w[%D %H %M %S %L %N %-D %-H %-M %-S %-L %-N %_D %_H %_M %_S %_L %_N %0D %0H %3D %03H %-3M %_3S %4S %3N %6N %-6N %_6N %12N %-12N %2L %5L %-2L %00D %_0H %_05S %-05N %1N %% %0N %010S]
literals = [':', '-', '.', ' ', 'x', '', 'é', 'days ', '(', '+']
formats = ['', 'x', '%', '%%', '%D %', '%-', '%_', '%0', '%5', '%-5', '%x', '%D%Q', '%-_D', '%_-D', '%--D', '%5-D', '%0-D', '%é', '%-é', '%D:%-x', '-%D', '%N', '%L', '%L.%N',
           '%S %S', '%D %D', '%H %H:%M', '%M:%H', '%-D %_H %H %M %S %L %N %3N %%', '%H:%M:%S', '%D %H']
formats += Array.new(160) { Array.new(1 + spans.random.rand(4)) { spans.pick(directives) + spans.pick(literals) }.join }
formats.each do |format|
  3.times do
    amount = spans.pick(amounts)
    spans.record('format', amount.to_s, format) { SPAN.new(amount).format(format) }
  end
  samples = Array.new(2) { SPAN.new(spans.pick(amounts)).format(format) rescue 'x' }
  samples << samples[0].tr(' ', '') << samples[0].gsub(/\d/) { spans.random.rand(10).to_s } << spans.pick(texts) << ' ' + samples[0] << samples[0] + '1'
  samples.each do |text|
    begin
      spans.record('parse_as', text, format) { nanoseconds(SPAN.parse(text, format)) }
    end
  end
end
60.times do
  list = Array.new(1 + spans.random.rand(3)) { spans.pick(formats) }
  text = spans.random.rand(2).zero? ? spans.pick(texts) : (SPAN.new(spans.pick(amounts)).format(list.last) rescue 'x')
  spans.record('parse_with', text, list) { nanoseconds(SPAN.parse(text, list)) }
end
spans.close

stamps = Recorder.new('timestamp')
random = stamps.random
zones = ['UTC', 'GMT', 'Z', 'utc', 'EST', 'EDT', 'CST', 'CDT', 'MST', 'MDT', 'PST', 'PDT', 'CET', 'cest', 'JST', 'A', 'm', 'N', 'Y', 'J', '+02:00', '-03:30', '+0200', '-0330', '+2', '-11', '+123',
         '+12345', '+123456', '+1234567', 'UTC+1', 'gmt-02:30', 'UT+3', 'utc+0100', '+1.5', '-3,25', '+1.234', '+1.23456789', '+0.12345675', '+0.12345665', '+23:59', '+23:60', '+24:00', '-99:99', '+25', '+24', '+2400', '+9999', '+01:02:03',
         '+01:60', '+1:2:3', 'Europe/Stockholm', 'America/New_York', 'W. Europe Standard Time', 'w. europe daylight time', 'Tokyo Standard Time', 'tokyo', 'CET DST', 'est dst', 'Eastern Daylight Time', 'Eastern  Standard Time',
         'Nowhere', '', ' ', ' EST', 'EST ', 'EST5EDT', 'EST_', 'Ωmega', '+', '-', '++1', '+01:', '+01:3', '01:00', 'New Zealand Standard Time', 'Standard Time', 'mid-atlantic', 'US Mountain Standard Time extra', '+0.1', '-0.01', '-1.123',
         '-00:30', '-0030', '-0000', '+000030', '-000030', 'gmt', 'gmt+', 'UTC0', 'zzz', 'CEST+1', 'west asia standard time', 'PST PDT']
seconds = [0, 1, -1, 86_399, 951_782_400, 951_868_800, 1_583_020_799, 1_583_020_800, -62_135_596_800, -62_167_219_200, -62_167_219_201, -62_198_755_200, 253_402_300_799, 253_402_300_800, 1_577_836_800, 1_609_459_199,
           1_230_768_000, 1_262_304_000, 4_102_444_800, -2_208_988_800, -99_999_999_999, -999_999_999_999_9, 10**13, 2**40]
seconds += Array.new(40) { random.rand(4 * 10**9) - 10**9 }
points = seconds.map { |second| second * 10**9 + stamps.pick([0, 0, 1, 5, 120_000_000, 999_999_999, 123_456_789]) }
points.each do |point|
  stamps.record('to_s', point.to_s) { STAMP.new(point).to_s }
  stamps.record('format', point.to_s, '%Y|%C|%y|%m|%B|%b|%h|%j|%d|%e|%H|%k|%I|%l|%M|%S|%L|%N|%z|%Z|%A|%a|%P|%p|%u|%w|%G|%g|%V|%U|%W|%s|%n|%t|%%|%c|%D|%F|%v|%x|%X|%r|%R|%T|%+', nil) do
    STAMP.new(point).format('%Y|%C|%y|%m|%B|%b|%h|%j|%d|%e|%H|%k|%I|%l|%M|%S|%L|%N|%z|%Z|%A|%a|%P|%p|%u|%w|%G|%g|%V|%U|%W|%s|%n|%t|%%|%c|%D|%F|%v|%x|%X|%r|%R|%T|%+')
  end
end
zones.each do |zone|
  point = stamps.pick(points)
  stamps.record('format', point.to_s, '%F %T %z|%:z|%::z|%:::z|%Z', zone) { STAMP.new(point).format('%F %T %z|%:z|%::z|%:::z|%Z', zone) }
  stamps.record('parse_in', '2020-06-01 12:00:00.5', zone) { nanoseconds(STAMP.parse('2020-06-01 12:00:00.5', :default, zone)) }
  stamps.record('parse', "2020-06-01T12:00:00 #{zone}") { nanoseconds(STAMP.parse("2020-06-01T12:00:00 #{zone}")) }
  stamps.record('parse_as', "2020#{zone}x", '%Y%zx', nil) { nanoseconds(STAMP.parse("2020#{zone}x", '%Y%zx')) }
end
letters = ('a'..'z').to_a + ('A'..'Z').to_a + %w[% + é ! $]
flags = %w[- 0 ^ # _ : E O]
letters.each do |letter|
  ['', '-', '0', '^', '#', '_', '10', '010', '_10', '-10', '^10', '#10', '_^10', '1', '0-', '-0', '_0', '0_', ':', '::', ':::', '::::', 'E', 'O', '-E', '10O', '^#', '3', '03', '_3', '12', '-:', '_:', '10:', '010:', '_10:', '_12::', 'EE', ':E', '-_', '-3', '5_', '5-', '5^', '0^6'].each do |flag|
    zone = stamps.pick([nil, nil, '+01:30', '-05:00', '+10:00'])
    format = "<%#{flag}#{letter}>"
    point = stamps.pick(points)
    stamps.record('format', point.to_s, format, zone) { STAMP.new(point).format(format, zone) }
  end
end
400.times do
  format = Array.new(1 + random.rand(4)) { stamps.pick(['', 'x', ' ', '%%', 'é']) + '%' + Array.new(random.rand(4)) { stamps.pick(flags + %w[3 7 12 0]) }.join + stamps.pick(letters + ['']) }.join
  point = stamps.pick(points)
  zone = stamps.pick([nil, '+01:30', '-05:00', 'PST'])
  stamps.record('format', point.to_s, format, zone) { STAMP.new(point).format(format, zone) }
end
stamp_texts = ['', 'x', '2020', '2020-01-02', '2020-1-2', '2020-01-02T03:04:05', '2020-01-02 03:04:05', '2020-01-02T03:04:05.678', '2020-01-02T03:04:05.678 UTC', '2020-01-02 03:04:05.123456789012 EST', '2020-01-02 EST', '2020-02-30', '2021-02-29', '2020-02-31', '2020-04-31',
               '2020-02-32', '2020-13-01', '2020-00-01', '2020-01-00', '2020-01-02T24:00:00', '2020-01-02T24:00:01', '2020-01-02T24:01:00', '2020-01-02T25:00:00', '2020-01-02T23:59:60', '2020-01-02T23:60:00', '-0001-01-01', '+2020-01-01', '20200-01-01', '99999999999-01-01',
               '0000-01-01', '0001-01-01', ' 2020-01-02', '2020-01-02 ', "2020-01-02\n", '2020-01-02T03:04:05Z', '2020-01-02T03:04:05+02:00', '2020-01-02T03:04:05 +0200', '2020-01-02  03:04:05', '2020-01-02 03:04:05  EST', '2020-01-02T03:04:05.', '2020-01-02T03:04:05.5 x', '2020- 1- 2', '2020-01-02T 3:04:05',
               '2020-01-02T03:04:05.-5', '2020-01-02T03:04:05.+5', '2020-01-02 nowhere', '2020-01-02T03:04:05 W. Europe Standard Time', '1969-12-31', '1582-10-10', '2020-01-02 12:00 PM']
stamp_texts.each do |text|
  stamps.record('parse', text) { nanoseconds(STAMP.parse(text)) }
  zone = stamps.pick(['EST', '+02:00', '', 'bad'])
  stamps.record('parse_in', text, zone) { nanoseconds(STAMP.parse(text, :default, zone)) }
end
read = %w[%Y %C %y %m %B %b %h %j %d %e %H %k %I %l %M %S %L %N %z %Z %A %a %P %p %u %w %G %g %V %U %W %s %Q %n %t %% %c %D %F %v %x %X %r %R %T %+ %Ey %Oy %EC %Od %:z %::z %:::z %::::z %Ez %3N %-d %q %E %OQ]
read_formats = ['%Y', '%Y-%m-%d', '%d/%m/%Y', '%Y%m%d', '%Y%m%d%H%M%S', '%y%m%d', '%C%y', '%Y %j', '%H:%M', '%s', '%Y%', '%', '%Y %p %I', '%Y %I %p', '%Y %I%p', '%Y %H %p', '%Y %P', '%Y %B', '%Y %b', '%b %d %Y', '%A %Y', '%Y %a', '%y', '%C %Y', '%Y %C', '%y %C',
                '%Y.%N', '%Y.%L%Y', '%N%Y', '%L%m %Y', '%Y %z %Z', '%F %T %z', '%Y%n%m', '%Y %%', '%Y %-d', '%Y %3N', '%Y %Ey', '%c', '%+', '%v', '%D', '%x %X', '%r %Y', '%Y %s %Q', '%G-%V-%u', '%Y %g', '%g %Y', '%Yé%m']
read_formats += Array.new(250) { Array.new(1 + random.rand(3)) { stamps.pick(read) + stamps.pick([' ', '-', ':', '', '', 'x']) }.join + stamps.pick(['', '%Y', ' %Y', ' %F']) }
noise = ['am', 'PM', 'a.m.', 'P.M.', 'pmx', 'Monday', 'tue', 'MARCH', 'mar', 'marc', '5', '05', ' 5', '99', '-7', '+08:00', 'EST', '.', '2020', '1', '12', '365', '%']
read_formats.each do |format|
  texts = Array.new(2) { STAMP.new(stamps.pick(points)).format(format.gsub(/%Q/, '%s%L'), stamps.pick(['+01:30', nil, 'EST'])) rescue 'x' }
  texts << texts[0].downcase << texts[1].upcase << texts[0].sub(/\d/) { random.rand(10).to_s } << texts[0].sub(/\S+/) { stamps.pick(noise) } << texts[0].sub(/[AaPp][Mm]/) { stamps.pick(noise) } << texts[0].tr('+', '-')
  texts.each do |text|
    zone = stamps.pick([nil, nil, nil, 'EST', '+01:00'])
    stamps.record('parse_as', text, format, zone) { nanoseconds(STAMP.parse(text, format, zone)) }
  end
end
60.times do
  list = Array.new(1 + random.rand(3)) { stamps.pick(read_formats) }
  text = random.rand(2).zero? ? stamps.pick(stamp_texts) : (STAMP.new(stamps.pick(points)).format(list.last) rescue 'x')
  zone = stamps.pick([nil, 'EST', 'bad'])
  stamps.record('parse_with', text, list, zone) { nanoseconds(STAMP.parse(text, list, zone)) }
end
stamps.close
