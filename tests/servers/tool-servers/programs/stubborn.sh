# A program that starts another one, and ignores, as that one does, the end of its input and all signals it can.
# Arguments: the file where it writes the numbers of both processes.
trap '' TERM INT HUP PIPE
sh -c 'trap "" TERM INT HUP PIPE; while :; do sleep 1; done' &
echo "$$ $!" > "$1.new"
mv "$1.new" "$1"
while :; do sleep 1; done
