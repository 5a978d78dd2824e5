# frozen_string_literal: true

# Texts in colour.
module Puppet
  module Util
    module Colors
      CODES = { black: '0;30', red: '0;31', green: '0;32', yellow: '0;33', blue: '0;34', magenta: '0;35', cyan: '0;36',
                white: '0;37', hblack: '1;30', hred: '1;31', hgreen: '1;32', hyellow: '1;33', hblue: '1;34',
                hmagenta: '1;35', hcyan: '1;36', hwhite: '1;37' }.freeze

      def colorize(color, text)
        code = CODES[color.to_sym]
        code && Puppet[:color] != false ? "\e[#{code}m#{text}\e[0m" : text
      end
    end
  end
end
