require_relative '../../shelf'

Shelf.register('note')
