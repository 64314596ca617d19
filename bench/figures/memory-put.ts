import { get, put } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { ratio, type Row, type Sample } from '../series.ts';
import { timed } from '../timed.ts';
import { linesOf } from '../used-memory.ts';
import { watched } from '../watched.ts';

const KB = 1024;

export const memoryPut: Figure = {
  name: 'memory-put',
  summary:
    'PUT /api/memory/:ns of 256 kB and of 1 MB, into an empty namespace and replacing other lines, and the longest wait of /health meanwhile; bare: the same rows in one transaction of better-sqlite3',
  async *series(lab) {
    const engine = await lab.built(lab.folder('memory'));
    const bare = await lab.bareRoutes('memory', lab.folder('memory'));
    for (const [size, bytes] of [
      ['256 kB', 256 * KB],
      ['1 MB', 1_000 * KB],
    ] as const) {
      let fresh = NaN;
      const [ofEngine, ofBare] = [puts(engine, bytes), puts(bare, bytes)];
      yield {
        rows: rowsOf(size),
        rounds: { warmUp: 1, counted: 7 },
        engine: async () => {
          const taken = await ofEngine();
          fresh = taken[0] ?? NaN;
          return [...taken, taken[2] ?? NaN];
        },
        bare: async () => [...(await ofBare()), fresh],
      };
    }
    await Promise.all([engine.stop(), bare.stop()]);
  },
};

const rowsOf = (size: string): readonly Row[] => [
  { what: `${size}, new`, unit: 'ms', bounds: [ratio.atMost(3)] },
  // A bare server lets everybody wait for the whole transaction.
  { what: `${size}, new, longest wait`, unit: 'ms', bounds: [ratio.atMost(1.5)] },
  { what: `${size}, every line replaced`, unit: 'ms', bounds: [ratio.atMost(3)] },
  { what: `${size}, every line replaced, longest wait`, unit: 'ms', bounds: [ratio.atMost(1.5)] },
  // The limit of this one is the new text of the same round.
  { what: `${size}, every line replaced against new`, unit: 'ms', bounds: [ratio.atMost(2)] },
];

function puts(server: Server, bytes: number): Sample {
  const texts = textsOf(bytes);
  return async () => {
    await put(memory(server), { content: '' });
    const fresh = await putAndWatch(server, texts());
    const other = await putAndWatch(server, texts());
    return [fresh.tookMs, fresh.waitMs, other.tookMs, other.waitMs];
  };
}

/** Texts of which no two share a line. */
function textsOf(bytes: number): () => string {
  let seed = 0;
  return () => linesOf(bytes, ++seed);
}

const memory = ({ url }: Server): string => `${url}/api/memory/knowledge`;

/** A search waits until what was put can be found. */
const indexed = ({ url }: Server): Promise<string> => get(`${url}/api/memory/search?q=anything`);

interface Taken {
  readonly tookMs: number;
  readonly waitMs: number;
}

/** Another process polls /health until the PUT is answered and the index has caught up. */
async function putAndWatch(server: Server, content: string): Promise<Taken> {
  const watch = await watched(server);
  const tookMs = await timed(() => put(memory(server), { content }));
  await indexed(server);
  const { longestMs } = await watch();
  return { tookMs, waitMs: longestMs };
}
