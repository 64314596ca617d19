import type { Answered, Mischief, Passing } from './relay.ts';

const flipped = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  // Another hexadecimal digit, so that text stays well-formed; of other bytes another value.
  copy[at] = copy[at] === 0x61 ? 0x62 : 0x61;
  return copy;
};

/** What can happen to a message on its way. */
export const mischiefs = {
  'the request is lost': async () => null,
  'the answer is lost': async (_passing, forward) => {
    await forward();
    return null;
  },
  'the request is doubled': async (_passing, forward) => {
    const both = await Promise.all([forward(), forward()]);
    return both[0];
  },
  'the request is altered': async ({ body }, forward) =>
    body.length === 0 ? await forward() : await forward({ body: flipped(body) }),
  'the answer is altered': async (_passing, forward) => {
    const answer = await forward();
    return { ...answer, body: flipped(answer.body) };
  },
  'the request is cut': async ({ body }, forward) =>
    await forward({ body: body.subarray(0, body.length >> 1) }),
  'the request is late': async (_passing, forward) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return await forward();
  },
  'the answer is that of something else': async (_passing, forward): Promise<Answered> => {
    await forward();
    return { status: 502, headers: {}, body: Buffer.from('<html>Bad gateway</html>') };
  },
} as const satisfies Record<string, Mischief>;

export const keyOf = ({ method, path, headers }: Passing): string =>
  `${method} ${path} ${headers['svc-migration-chunk'] ?? ''}`;

/** Does it to each message, the first time that it passes; the next time it passes well. */
export function onceEach(mischief: Mischief): Mischief {
  const met = new Set<string>();
  return async (passing, forward) => {
    const key = keyOf(passing);
    if (met.has(key)) return await forward();
    met.add(key);
    return await mischief(passing, forward);
  };
}
