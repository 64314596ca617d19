import { beforeEach, expect, test } from '@jest/globals';
import { Guesses } from '../../../src/adapters/in/http/tool-server/guesses.ts';
import { wrongTokenLimits } from '../../../src/adapters/in/http/wrong-tokens.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { verifies } from '../../spec/verifies.ts';

const { free, firstMs, maxMs, waiting, forgottenMs } = wrongTokenLimits;

let clock: ManualClock;
let guesses: Guesses;
/** The guesses that were compared with the secret, in order. */
let compared: string[];
beforeEach(() => {
  clock = new ManualClock();
  guesses = new Guesses(clock);
  compared = [];
});

const RIGHT = 'right';
const guess = async (value: string, ip = '192.0.2.1', signal = new AbortController().signal) =>
  await guesses
    .compared(ip, signal, async () => {
      compared.push(value);
      // The vault is asked, too, and answers later.
      await Promise.resolve();
      return value === RIGHT;
    })
    .catch((error: unknown) => (isRefusal(error) ? error.code : 'stopped'));
const together = (count: number, ip?: string) =>
  Promise.all(Array.from({ length: count }, (_, at) => guess(`wrong ${at}`, ip)));

verifies('security.token.brute-force', 'guesses of one address are compared one by one, slower', async () => {
  const all = together(1_000);
  await clock.advance(0);
  expect(compared).toHaveLength(free);
  for (let at = 0, pause: number = firstMs; at < 8; at += 1, pause = Math.min(maxMs, pause * 2)) {
    await clock.advance(pause - 1);
    expect([at, compared.length]).toEqual([at, free + at]);
    await clock.advance(1);
    expect([at, compared.length]).toEqual([at, free + at + 1]);
  }
  await clock.advance(maxMs * waiting);
  const codes = await all;
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(1_000 - free - waiting);
  expect([compared.length, clock.waiting]).toEqual([free + waiting, 0]);
});

verifies(
  'security.token.brute-force',
  'other addresses do not wait, and one with wrong secrets is trusted again after a while; an IPv6 network counts as one address',
  async () => {
    const held = together(free + waiting, '2001:db8::1');
    await clock.advance(0);
    expect(await guess(RIGHT, '192.0.2.2')).toBe(true);
    expect(await guess(RIGHT, '2001:db8:0:1::1')).toBe(true);
    expect(await guess(RIGHT, '2001:db8::2')).toBe('too_many_attempts');
    await clock.advance(maxMs * waiting);
    await held;
    const late = guess(RIGHT, '2001:db8::3');
    await clock.advance(maxMs - 1);
    expect(compared.at(-1)).not.toBe(RIGHT);
    await clock.advance(1);
    expect(await late).toBe(true);
    await clock.advance(forgottenMs + 1);
    expect(await together(free, '2001:db8::1')).toEqual(Array.from({ length: free }, () => false));
    expect(clock.waiting).toBe(0);
  },
);

test('any number of right ones together pass at once', async () => {
  expect(await Promise.all(Array.from({ length: 200 }, () => guess(RIGHT)))).not.toContain(false);
  expect([compared.length, clock.waiting]).toEqual([200, 0]);
});

test('a secret whose client has gone is not compared, and the next one has its turn', async () => {
  await together(free);
  const gone = new AbortController();
  const [first, second] = [guess('a', '192.0.2.1', gone.signal), guess(RIGHT)];
  await clock.advance(1);
  gone.abort();
  await clock.advance(firstMs);
  expect([await first, await second, compared.slice(free)]).toEqual(['stopped', true, [RIGHT]]);
});
