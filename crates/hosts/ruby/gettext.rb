# frozen_string_literal: true

# Translations: this host has none, so texts are used as written, with their arguments inserted.
module Bunraku
  module Gettext
    private

    def _(text)
      text
    end

    def n_(singular, plural, count)
      count == 1 ? singular : plural
    end

    def p_(_context, text)
      text
    end

    def N_(text)
      text
    end

    def s_(text)
      text.split('|').last
    end
  end
end

Object.include(Bunraku::Gettext)
