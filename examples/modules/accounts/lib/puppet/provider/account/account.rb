# frozen_string_literal: true

require 'json'
require 'puppet/resource_api/simple_provider'

# Accounts in the JSON file that ACCOUNTS_FILE names.
class Puppet::Provider::Account::Account < Puppet::ResourceApi::SimpleProvider
  def get(_context, logins = nil)
    wanted = logins ? accounts.slice(*logins) : accounts
    wanted.map { |login, account| account.transform_keys(&:to_sym).merge(login: login, ensure: 'present') }
  end

  def create(context, login, should)
    context.notice("keeps #{login} in #{file}")
    save(accounts.merge(login => kept(should)))
  end

  def update(_context, login, should)
    save(accounts.merge(login => (accounts[login] || {}).merge(kept(should))))
  end

  def delete(_context, login)
    save(accounts.reject { |known, _| known == login })
  end

  private

  def file
    ENV.fetch('ACCOUNTS_FILE', '/etc/accounts.json')
  end

  def accounts
    File.exist?(file) ? JSON.parse(File.read(file)) : {}
  end

  def save(accounts)
    File.write(file, JSON.pretty_generate(accounts))
  end

  # Namevars and parameters are not stored.
  def kept(should)
    should.reject { |name, _| %i[login ensure home_or_none].include?(name) }.transform_keys(&:to_s)
  end
end
