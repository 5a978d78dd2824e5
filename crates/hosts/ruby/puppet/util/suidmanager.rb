# frozen_string_literal: true

# The user and group of the process, and how to switch them during a block.
module Puppet
  module Util
    module SUIDManager
      %i[uid gid euid egid groups].each do |name|
        define_singleton_method(name) { Process.public_send(name) }
        define_singleton_method("#{name}=") { |value| Process.public_send("#{name}=", value) }
      end

      module_function

      def root?
        Process.euid.zero?
      end

      # Runs a block as that user and group, where the process may.
      def asuser(new_uid = nil, new_gid = nil)
        return yield unless root?

        old_uid = Process.euid
        old_gid = Process.egid
        begin
          Process::GID.eid = Puppet::Util.gid(new_gid) if new_gid
          Process::UID.eid = Puppet::Util.uid(new_uid) if new_uid
          yield
        ensure
          Process::UID.eid = old_uid
          Process::GID.eid = old_gid
        end
      end

      def convert_xid(type, id)
        Puppet::Util.public_send(type, id) || raise(Puppet::Error, "Invalid #{type}: #{id}")
      end

      def user_in_group(user, group)
        Etc.getgrnam(group.to_s).mem.include?(user.to_s)
      end
    end
  end
end
