require_relative '../../shelf'

Shelf.register('memo')
