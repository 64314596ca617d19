import { expect, test } from '@jest/globals';
import { Type } from 'typebox';
import { rowsRefusing } from '../../../src/contract/row.ts';
import { serveRows } from './test-app.ts';

const { json } = rowsRefusing<Record<never, never>>();

test('an answer may take longer than a silent client is waited for', async () => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rows = {
    'test.slow': json({
      route: 'POST /api/slow',
      who: 'open',
      summary: 'Answers when the test says so.',
      status: 200,
      refuses: [],
      returns: Type.Object({ done: Type.Boolean() }),
      handle: async () => {
        begun.resolve();
        await gate.promise;
        return { done: true };
      },
    }),
  };
  const app = await serveRows(rows);
  try {
    const answer = fetch(`http://127.0.0.1:${app.port}/api/slow`, { method: 'POST' });
    await begun.promise;
    // No limit while it works; a silent peer has one before and afterwards.
    expect(app.sockets.map(({ timeout }) => timeout)).toEqual([0]);
    gate.resolve();
    expect(await (await answer).json()).toEqual({ done: true });
    expect(app.sockets[0]?.timeout).toBeGreaterThan(0);
  } finally {
    await app.close();
  }
});
