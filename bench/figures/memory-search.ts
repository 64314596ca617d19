import { join } from 'node:path';
import { get, put } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { ratio, type Sample } from '../series.ts';
import { spreadOf } from '../spread.ts';
import { timed } from '../timed.ts';
import { allLines, someQuestions, useMemory } from '../used-memory.ts';

const ENTRIES = 100_000;
const ASKED = 100;

export const memorySearch: Figure = {
  name: 'memory-search',
  summary:
    'GET /api/memory/search over 100,000 entries, 100 questions in a round; bare: the same words looked up in a full-text index of SQLite, ranked by its BM25',
  async *series(lab) {
    const dataDir = await lab.seeded('memory', (folder) => useMemory(join(folder, 'memory.db'), ENTRIES));
    const engine = await lab.built(dataDir);
    const bare = await lab.bareRoutes('memory', lab.folder('memory'));
    for (const [namespace, lines] of allLines(ENTRIES))
      await put(`${bare.url}/api/memory/${namespace}`, { content: lines });
    yield {
      rows: [
        { what: 'memory search, median', unit: 'ms', bounds: [ratio.atMost(0.5)] },
        { what: 'memory search, 99th of 100', unit: 'ms', bounds: [ratio.atMost(0.5)] },
      ],
      rounds: { warmUp: 2, counted: 12 },
      engine: questions(engine),
      bare: questions(bare),
    };
    await Promise.all([engine.stop(), bare.stop()]);
  },
};

/** Each round asks the next questions; both sides ask the same. */
function questions({ url }: Server): Sample {
  const all = someQuestions();
  let next = 0;
  return async () => {
    const took: number[] = [];
    while (took.length < ASKED) {
      const question = encodeURIComponent(all[next++ % all.length] ?? '');
      took.push(await timed(() => get(`${url}/api/memory/search?limit=10&q=${question}`)));
    }
    const sorted = took.toSorted((a, b) => a - b);
    return [spreadOf(took).median, sorted.at(-2) ?? NaN];
  };
}
