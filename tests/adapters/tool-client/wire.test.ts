import { inEnglish } from '../../../src/contract/words/english.ts';
import { expect } from '@jest/globals';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { UnusableLine } from '../../../src/adapters/out/tool-client/lines.ts';
import { Wire, type EndingTransport } from '../../../src/adapters/out/tool-client/wire.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { verifies } from '../../spec/verifies.ts';

/** A wire to a server that takes no answers, or all of them. */
function wireTo({ takesAnswers }: { readonly takesAnswers: boolean }) {
  const ended: string[] = [];
  const inner: EndingTransport = {
    start: async () => undefined,
    send: () => (takesAnswers ? Promise.resolve() : new Promise(() => undefined)),
    close: async () => undefined,
  };
  const clock = new ManualClock();
  const wire = new Wire(inner, {
    clock,
    ended: ({ says: why }) => void ended.push(inEnglish(why)),
  });
  const says = (message: JSONRPCMessage) => inner.onmessage?.(message);
  return { wire, ended, says, clock, fails: (error: Error) => inner.onerror?.(error) };
}

const ping = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'ping' });
const cancelled = (requestId: number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});
const answering = ({ wire }: ReturnType<typeof wireTo>): void => {
  wire.onmessage = (message) => {
    if ('method' in message && 'id' in message)
      void wire.send({ jsonrpc: '2.0', id: message.id, result: {} });
  };
};

verifies('tool-servers.bounded', 'a server that asks and takes no answers is left', () => {
  const deaf = wireTo({ takesAnswers: false });
  answering(deaf);
  for (let id = 0; id < 64; id++) {
    deaf.says(ping(id));
    // Taken back too late: its answer is on its way.
    deaf.says(cancelled(id));
  }
  expect(deaf.ended).toEqual([]);
  deaf.says(ping(64));
  expect(deaf.ended).toEqual([expect.stringContaining('more than 64 questions')]);
});

verifies('tool-servers.bounded', 'a server that takes answers, or questions back, stays', async () => {
  const good = wireTo({ takesAnswers: true });
  answering(good);
  for (let id = 0; id < 200; id++) {
    good.says(ping(id));
    await Promise.resolve();
    await Promise.resolve();
  }
  const patient = wireTo({ takesAnswers: true });
  for (let id = 0; id < 200; id++) {
    patient.says(ping(id));
    patient.says(cancelled(id));
  }
  expect([good.ended, patient.ended]).toEqual([[], []]);
});

verifies('tool-servers.bounded', 'two open questions of one id end the connection', () => {
  const twice = wireTo({ takesAnswers: false });
  twice.says(ping(1));
  twice.says(ping(1));
  expect(twice.ended).toHaveLength(1);
});

const notice = (words: string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 1, progress: 1, message: words },
});

verifies('tool-servers.bounded', 'a server that sends much without being asked is left', async () => {
  const long = wireTo({ takesAnswers: true });
  for (let nth = 0; nth < 20; nth++) long.says(notice('x'.repeat(200_000)));
  expect(long.ended).toEqual([]);
  long.says(notice('x'.repeat(200_000)));
  expect(long.ended).toEqual([expect.stringContaining('more than 4 MiB in a second without being asked')]);

  const junk = wireTo({ takesAnswers: true });
  for (let nth = 0; nth < 21; nth++) junk.fails(new UnusableLine('x'.repeat(200_000), null));
  expect(junk.ended).toEqual([expect.stringContaining('more than 4 MiB in a second')]);

  // No second of it is too much, but it never ends.
  const steady = wireTo({ takesAnswers: true });
  for (let second = 0; second < 10; second++) {
    for (let nth = 0; nth < 3_000; nth++) steady.says(notice('x'));
    expect(steady.ended).toEqual([]);
    await steady.clock.advance(1_000);
  }
  steady.says(notice('x'));
  expect(steady.ended).toEqual([expect.stringContaining('more than 30000 messages in a minute')]);

  const lively = wireTo({ takesAnswers: true });
  for (let second = 0; second < 120; second++) {
    for (let nth = 0; nth < 200; nth++) lively.says(notice('x'));
    await lively.clock.advance(1_000);
  }
  expect(lively.ended).toEqual([]);
});
