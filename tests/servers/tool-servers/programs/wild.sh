# A program that answers nothing, and runs wild. The first argument says how: it "allocates" memory without end, "forks"
# as many children as the second argument says, or "writes" a long file of holes to the path in the second argument. Then it
# waits.
case "$1" in
  allocates) text=0123456789abcdef; while :; do text="$text$text"; [ "${#text}" -gt 200000000 ] && sleep 600; done ;;
  forks) exec 3<&0; left=$2; while [ "$left" -gt 0 ]; do ( read -r _ ) <&3 & left=$((left - 1)); done ;;
  writes) dd if=/dev/zero of="$2" bs=1 count=1 seek=9000000000; echo "writing ended with $?" >&2; exit 9 ;;
esac
sleep 600
