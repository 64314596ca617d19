import { get, put } from '../client.ts';
import type { Figure, Finding } from '../figure.ts';
import type { Server } from '../lab.ts';
import { spreadOf } from '../measure.ts';
import { linesOf } from '../used-memory.ts';

const ROUNDS = 8;
const WARM_UP = 2;
const KB = 1024;

export const memoryPut: Figure = {
  name: 'memory-put',
  does: 'PUT /api/memory/:ns of 256 kB and of 1 MB, into an empty namespace and replacing other lines, and the longest wait of /health meanwhile; bare: the same PUT without a change',
  measure: async (lab) => {
    const engine = await lab.built(lab.folder('memory'));
    const findings: Finding[] = [];
    for (const [what, bytes] of [
      ['256 kB', 256 * KB],
      ['1 MB', 1_000 * KB],
    ] as const) {
      const rounds = [];
      for (let round = 0; round < WARM_UP + ROUNDS; round++)
        rounds.push(await measured(engine, bytes, round));
      const counted = rounds.slice(WARM_UP);
      const finding = (name: string, of: (one: Round) => number, bound?: Finding['bound']): Finding => {
        const spread = spreadOf(counted.map(of));
        const bare = spreadOf(counted.map(({ same }) => same.tookMs));
        return {
          what: `${what}, ${name}`,
          unit: 'ms',
          engine: spread,
          bare,
          result: { spread, shown: 'engine' },
          ...(bound ? { bound } : {}),
        };
      };
      findings.push(
        finding('new', ({ fresh }) => fresh.tookMs, { atMost: 100 }),
        finding('new, longest wait', ({ fresh }) => fresh.waitMs, { atMost: 50 }),
        finding('every line replaced', ({ other }) => other.tookMs, { atMost: 100 }),
        finding('every line replaced, longest wait', ({ other }) => other.waitMs, { atMost: 50 }),
      );
    }
    await engine.stop();
    return findings;
  },
};

interface Taken {
  readonly tookMs: number;
  readonly waitMs: number;
}

interface Round {
  readonly fresh: Taken;
  readonly other: Taken;
  readonly same: Taken;
}

async function measured(engine: Server, bytes: number, round: number): Promise<Round> {
  const [first, second] = [linesOf(bytes, 2 * round + 1), linesOf(bytes, 2 * round + 2)];
  await putAndWatch(engine, '');
  const fresh = await putAndWatch(engine, first);
  const other = await putAndWatch(engine, second);
  const same = await putAndWatch(engine, second);
  return { fresh, other, same };
}

/** Polls /health from another connection until the PUT is answered and the index has caught up. */
async function putAndWatch({ url }: Server, content: string): Promise<Taken> {
  let isDone = false;
  let waitMs = 0;
  const watching = (async () => {
    while (!isDone) {
      const askedAt = performance.now();
      await get(`${url}/health`);
      waitMs = Math.max(waitMs, performance.now() - askedAt);
    }
  })();
  const startedAt = performance.now();
  await put(`${url}/api/memory/knowledge`, { content });
  const tookMs = performance.now() - startedAt;
  await get(`${url}/api/memory/search?q=anything`);
  isDone = true;
  await watching;
  return { tookMs, waitMs };
}
