require_relative '../../shelf'

Shelf.register('blank')
