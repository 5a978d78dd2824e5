require_relative '../../shelf'

Shelf.register('sign')
