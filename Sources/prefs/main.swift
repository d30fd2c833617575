import Glibc
import PrefsCommands

exit(Command.run())
