import { expect, test } from '@jest/globals';
import { Calls } from '../../../src/adapters/out/google/calls.ts';
import { sendInParts } from '../../../src/adapters/out/google/resumable.ts';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { sourceOf } from '../../ports/drive.contract.ts';

const never = new AbortController().signal;
const SESSION = 'https://www.googleapis.com/upload/drive/v3/files?upload_id=x';

/** Sends 1 MiB in four parts to a vendor that answers each part with this. */
async function sent(answer: (range: string) => Response) {
  const clock = new HastyClock();
  const puts: string[] = [];
  const answering: typeof fetch = async (_url, init) => {
    if (init?.method === 'POST') return new Response('{}', { headers: { location: SESSION } });
    const range = new Headers(init?.headers).get('content-range') ?? '';
    puts.push(range);
    return answer(range);
  };
  const access = { token: async () => 'a token', refused: () => undefined };
  const sending = sendInParts(
    {
      metadata: {},
      fields: 'id',
      source: sourceOf(new Uint8Array(2 ** 20)),
      partBytes: 2 ** 18,
      sent: () => undefined,
      scopes: ['drive.file'],
    },
    new Calls({ access, fetch: answering, clock }),
    never,
  );
  const code = await sending.then(
    () => 'sent',
    (error: { code: string }) => error.code,
  );
  return { code, puts, clock };
}

test('a vendor that takes nothing and asks for more is given up after some pauses', async () => {
  const { code, puts, clock } = await sent(() => new Response(null, { status: 308 }));
  expect(code).toBe('cloud_unavailable');
  expect(puts).toHaveLength(6);
  expect(clock.slept).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
});

test('a vendor that claims to have more than was sent is not believed', async () => {
  const { code } = await sent(
    () => new Response(null, { status: 308, headers: { range: 'bytes=0-999999' } }),
  );
  expect(code).toBe('cloud_unavailable');
});

test('it goes on where the vendor says that it is', async () => {
  const taken = [100_000, 362_144, 624_288, 886_432];
  const { code, puts } = await sent(() => {
    const next = taken.shift();
    return next === undefined
      ? new Response('{"id":"x"}')
      : new Response(null, { status: 308, headers: { range: `bytes=0-${next - 1}` } });
  });
  expect(code).toBe('sent');
  expect(puts).toEqual([
    'bytes 0-262143/1048576',
    'bytes 100000-362143/1048576',
    'bytes 362144-624287/1048576',
    'bytes 624288-886431/1048576',
    'bytes 886432-1048575/1048576',
  ]);
});
