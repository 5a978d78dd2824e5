# frozen_string_literal: true

require 'tmpdir'

module PuppetX; end
module PuppetX::Nexus; end

# A password in a named pipe, for the program that ssh starts to read it. Other users can read the arguments and the
# environment of a process, and a file on disk might persist.
class PuppetX::Nexus::Password
  PROGRAM = <<~'SH'
    #!/bin/sh
    case "$1" in
    *[Pp]assword:*) IFS= read -r password < "${0%/*}/pipe" && printf '%s\n' "$password" ;;
    *) exit 1 ;;
    esac
  SH

  def initialize(password)
    raise ArgumentError, 'a password cannot hold a line break' if password.include?("\n")

    @folder = Dir.mktmpdir('nexus-')
    File.write(program, PROGRAM, perm: 0o700)
    File.mkfifo("#{@folder}/pipe", 0o600)
    # Opened for both, so that it does not block until there is a reader.
    @pipe = File.open("#{@folder}/pipe", 'r+')
    @pipe.write("#{password}\n")
    @pipe.flush
  end

  def program
    "#{@folder}/ask"
  end

  def withdraw
    @pipe.close
    FileUtils.remove_entry(@folder)
  end
end
