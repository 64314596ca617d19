import { expect, test } from '@jest/globals';
import { protocolOutput } from '../../../src/main/process/protocol-output.ts';

/** A stream as a process has it, whose `write` may be replaced. */
function stream() {
  const said: string[] = [];
  return {
    said,
    write(text: string, done?: () => void): boolean {
      said.push(text);
      done?.();
      return true;
    },
  };
}

test('what is printed on standard output goes to standard error, and only the protocol to standard output', async () => {
  const [out, err] = [stream(), stream()];
  const write = protocolOutput(out as never, err as never);
  out.write('a line of a library\n');
  await write('{"jsonrpc":"2.0"}\n');
  out.write('another\n');
  expect([out.said, err.said]).toEqual([['{"jsonrpc":"2.0"}\n'], ['a line of a library\n', 'another\n']]);
});
