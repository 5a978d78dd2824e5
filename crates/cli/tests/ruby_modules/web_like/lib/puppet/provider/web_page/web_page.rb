require 'socket'
require 'json'

class Puppet::Provider::WebPage::WebPage
  PAGES = { 'hello' => 'Hello.', 'data' => '{"a":1}' }.freeze

  # A server for so many requests.
  def served(count)
    server = TCPServer.new('127.0.0.1', 0)
    thread = Thread.new do
      count.times do
        client = server.accept
        request = client.gets
        headers = {}
        while (line = client.gets) && line != "\r\n"
          key, value = line.chomp.split(': ', 2)
          headers[key.downcase] = value
        end
        sent = client.read(headers['content-length'].to_i) if headers['content-length']
        path = request.split[1].delete_prefix('/')
        body = request.start_with?('PUT') ? "put #{sent}" : PAGES[path]
        status = body ? '200 OK' : '404 Not Found'
        body ||= 'gone'
        client.write("HTTP/1.1 #{status}\r\nContent-Type: text/plain\r\nContent-Length: #{body.bytesize}\r\nConnection: close\r\n\r\n#{body}")
        client.close
      end
    end
    yield "http://127.0.0.1:#{server.addr[1]}"
  ensure
    thread&.kill
    server&.close
  end

  def get(context)
    client = Puppet.runtime[:http]
    served(3) do |url|
      (PAGES.keys + ['nowhere']).map do |name|
        response = client.get(URI.parse("#{url}/#{name}"), headers: { 'Accept' => 'text/plain' })
        context.info("#{name}: #{response.code} #{response.reason} #{response.success?}")
        { name: name, body: response.success? ? response.body : nil, code: response.code }.compact
      end
    end
  end

  def set(context, changes)
    changes.each do |name, change|
      context.updating(name) do
        served(1) do |url|
          response = Puppet.runtime[:http].put(URI("#{url}/#{name}"), change[:should][:body], headers: { 'Content-Type' => 'text/plain' })
          context.notice("#{response.code} #{response.body}")
        end
      end
    end
  end
end
