# Parameters of all kinds, helpers and constants.
Puppet::Functions.create_function(:'own::shout') do
  dispatch :shout do
    param 'String[1]', :word
    optional_param 'Integer[1, 9]', :times
    optional_repeated_param 'Variant[String, Integer]', :others
    return_type 'String'
  end

  SEPARATOR = '-'.freeze

  def shout(word, times = 2, *others)
    marks = mark(count: times)
    return '' if word == 'nothing'

    [loud(word) + marks, *others.map { |other| loud(other.to_s) }].join(SEPARATOR)
  end

  def loud(word, upper: true, **options)
    upper ? word.upcase : options.fetch(:other, word)
  end

  def mark(count:, sign: '!')
    sign * count
  end
end
