import { beforeEach, describe, expect, it } from '@jest/globals';
import { openGemini } from '../../../../src/adapters/out/llm/gemini/gemini-model.ts';
import type { Model } from '../../../../src/core/ports/model.ts';
import { answers, hangsAfter, streams } from '../../../servers/fake-provider.ts';
import { textAnswer } from '../../../servers/vertex.ts';
import { ask, connection, requestOf } from './talk.ts';
import { user } from '../conversation.ts';
import { bench, geminiWire } from '../wires.ts';

const at = bench(streams(...textAnswer('Hello.')));
let model: Model;
beforeEach(async () => {
  model = await geminiWire.open(at);
});

const problem = (code: number, message: string, details: readonly object[] = []) => ({
  error: { code, message, status: 'X', details },
});

it.each([
  ['a list', 400, [problem(400, 'What went wrong.')], { fault: 'request' }],
  ['a delay', 429, problem(429, 'Quota', [{ retryDelay: '13.5s' }]), { retryAfterMs: 13_500 }],
])('a refusal with %s is understood', async (_what, status, body, end) => {
  at.server.reply(answers(status, body));
  expect((await ask(model)).end).toMatchObject({ stop: 'failed', ...end });
});

it('a refusal never quotes a token', async () => {
  at.server.reply(answers(400, problem(400, 'Not Bearer ya29.synthetic-token please')));
  expect(JSON.stringify((await ask(model)).end)).not.toContain('ya29');
});

describe('beside the SDK', () => {
  it('every other user of the global fetch keeps it, even during a call', async () => {
    at.server.reply(hangsAfter(textAnswer('Hello')[0] ?? ''));
    const stop = new AbortController();
    const events = model.stream(requestOf([user('Hello')]), stop.signal)[Symbol.asyncIterator]();
    await events.next();
    at.server.reply(answers(200, { mine: true }));
    const response = await globalThis.fetch(`${at.server.url}/mine`, { headers: { 'x-mine': '1' } });
    expect(await response.json()).toEqual({ mine: true });
    expect(at.server.arrived.at(-1)).toMatchObject({ path: '/mine', headers: { 'x-mine': '1' } });
    stop.abort();
    expect((await events.next()).value).toMatchObject({ stop: 'aborted' });
  });

  it('a model without its own fetch uses the global one, and so does the next', async () => {
    const before = globalThis.fetch;
    globalThis.fetch = at.cloud.fetch;
    try {
      for (let turn = 0; turn < 2; turn++) {
        const deps = { clock: at.clock, userAgent: 'svc/0.1.0' };
        const own = await openGemini(connection({ credentialsFile: at.account }), deps);
        for (const _call of ['first', 'second']) expect((await ask(own)).text).toBe('Hello.');
      }
    } finally {
      globalThis.fetch = before;
    }
    expect(at.server.arrived).toHaveLength(4);
  });

  it('nothing is written to the terminal, except warnings of others', async () => {
    const written: unknown[] = [];
    const output = globalThis.console;
    const { warn } = output;
    const write = process.stderr.write;
    const mine = (...words: readonly unknown[]) => void written.push(...words);
    output.warn = mine;
    process.stderr.write = (piece: unknown) => written.push(piece) > 0;
    try {
      await ask(model);
      expect(output.warn).toBe(mine);
    } finally {
      output.warn = warn;
      process.stderr.write = write;
    }
    expect(written).toEqual([]);
  });
});
