// Answers the first message with a line that never ends.
process.stdin.once('data', () => {
  const piece = 'x'.repeat(1024 * 1024);
  const write = (): void => void process.stdout.write(piece, write);
  process.stdout.on('error', () => process.exit());
  process.stdout.write('{"jsonrpc":"2.0","id":"', write);
});
