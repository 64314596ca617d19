import { afterEach, expect } from '@jest/globals';
import { Type } from 'typebox';
import { json } from '../../../src/contract/row.ts';
import { wrongTokenLimits } from '../../../src/adapters/in/http/wrong-tokens.ts';
import { verifies } from '../../spec/verifies.ts';
import { serveRows, type TestApp } from './test-app.ts';

const { free, firstMs, maxMs, waiting, forgottenMs } = wrongTokenLimits;

const rows = {
  'thing.get': json({
    route: 'GET /api/thing',
    who: 'open',
    summary: 'Gives the thing.',
    status: 200,
    refuses: [],
    returns: Type.Object({ thing: Type.String() }),
    handle: async () => ({ thing: 'this' }),
  }),
};

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** A port with a token; `ask` returns the status, and `answered` lists the answers. */
async function guarded() {
  app = await serveRows(rows, { token: () => 'the-right-one' });
  const { port, clock } = app;
  const ask = async (token: string, signal?: AbortSignal): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${port}/api/thing`, {
      headers,
      ...(signal ? { signal } : {}),
    });
    await response.text();
    return response.status;
  };
  const slow = async (count: number) => {
    while (clock.waiting < count) await new Promise((resolve) => setImmediate(resolve));
  };
  const spend = async () => {
    for (let nth = 0; nth < free; nth += 1) expect(await ask('wrong')).toBe(401);
  };
  return { ask, clock, slow, spend };
}

verifies('security.token.brute-force', 'each wrong token waits twice as long as the one before', async () => {
  const { ask, clock, slow, spend } = await guarded();
  await spend();
  for (const ms of [firstMs, firstMs * 2, firstMs * 4]) {
    let status: number | null = null;
    const asking = ask('wrong').then((given) => (status = given));
    await slow(1);
    await clock.advance(ms - 1);
    expect(status).toBeNull();
    await clock.advance(1);
    expect(await asking).toBe(401);
  }
});

verifies(
  'security.token.brute-force',
  'the right token is served while others wait, and too many are refused',
  async () => {
    const { ask, clock, slow, spend } = await guarded();
    await spend();
    const wrong = Array.from({ length: waiting }, () => ask('wrong'));
    await slow(waiting);
    expect(await ask('the-right-one')).toBe(200);
    expect(await ask('wrong')).toBe(429);
    await clock.advance(maxMs);
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]));
  },
);

verifies(
  'security.token.brute-force',
  'a client that disconnects does not wait, and wrong tokens are forgotten',
  async () => {
    const { ask, clock, slow, spend } = await guarded();
    await spend();
    const gone = new AbortController();
    const left = ask('wrong', gone.signal).catch(() => 'left');
    await slow(1);
    gone.abort();
    expect(await left).toBe('left');
    while (clock.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(forgottenMs + 1);
    await spend();
  },
);
