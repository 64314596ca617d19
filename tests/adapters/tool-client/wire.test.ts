import { expect } from '@jest/globals';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
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
  const wire = new Wire(inner, {
    clock: new ManualClock(),
    ended: ({ message }) => void ended.push(message),
  });
  const says = (message: JSONRPCMessage) => inner.onmessage?.(message);
  return { wire, ended, says };
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

verifies(
  'tool-servers.bounded',
  'a server that takes the answers, or takes its questions back, stays',
  async () => {
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
  },
);

verifies('tool-servers.bounded', 'two open questions of one id end the connection', () => {
  const twice = wireTo({ takesAnswers: false });
  twice.says(ping(1));
  twice.says(ping(1));
  expect(twice.ended).toHaveLength(1);
});
