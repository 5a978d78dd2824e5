require_relative '../../shelf'

Shelf.register('slip')
