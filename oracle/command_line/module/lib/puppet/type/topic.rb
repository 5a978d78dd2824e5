require_relative '../../shelf'

Shelf.register('topic')
