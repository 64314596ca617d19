# A program that starts two others, one of which leaves its process group. All ignore the end of their input and all
# signals they can. Arguments: the file where it writes the numbers of the processes.
trap '' TERM INT HUP PIPE
STUBBORN='trap "" TERM INT HUP PIPE; while :; do sleep 1; done'
sh -c "$STUBBORN" &
FIRST=$!
setsid sh -c "$STUBBORN" &
echo "$$ $FIRST $!" > "$1.new"
mv "$1.new" "$1"
while :; do sleep 1; done
