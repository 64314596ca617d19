import { join } from 'node:path';
import { get } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Lab, Server } from '../lab.ts';
import { sides, spreadOf, type Pair } from '../measure.ts';
import { someQuestions, useMemory } from '../used-memory.ts';

const ENTRIES = 100_000;
const ROUNDS = 12;
const WARM_UP = 2;
const ASKED = 100;

export const memorySearch: Figure = {
  name: 'memory-search',
  does: 'GET /api/memory/search over 100,000 entries, 100 questions in a round; bare: over 1,000 entries',
  measure: async (lab) => {
    const many = await withEntries(lab, ENTRIES);
    const few = await withEntries(lab, 1_000);
    const rounds: { readonly middle: Pair; readonly last: Pair }[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const [engine, bare] = [await times(many, round), await times(few, round)];
      rounds.push({
        middle: { engine: spreadOf(engine).median, bare: spreadOf(bare).median },
        last: { engine: Math.max(...engine.slice(0, -1)), bare: Math.max(...bare.slice(0, -1)) },
      });
    }
    await Promise.all([many.stop(), few.stop()]);
    const counted = rounds.slice(WARM_UP);
    const finding = (what: string, pairs: readonly Pair[]) => {
      const both = sides(pairs);
      return {
        what,
        unit: 'ms' as const,
        ...both,
        result: { spread: both.engine, shown: 'engine' as const },
      };
    };
    return [
      finding(
        'memory search, median',
        counted.map(({ middle }) => middle),
      ),
      {
        ...finding(
          'memory search, 99th of 100',
          counted.map(({ last }) => last),
        ),
        bound: { atMost: 10 },
      },
    ];
  },
};

async function withEntries(lab: Lab, entries: number): Promise<Server> {
  const dataDir = lab.folder('memory');
  await useMemory(join(dataDir, 'memory.db'), entries);
  return await lab.built(dataDir);
}

/** The times of all questions of a round, sorted ascending. */
async function times({ url }: Server, round: number): Promise<readonly number[]> {
  const all = someQuestions();
  const took: number[] = [];
  for (let index = 0; index < ASKED; index++) {
    const question = all[(round * ASKED + index) % all.length] ?? '';
    const startedAt = performance.now();
    await get(`${url}/api/memory/search?limit=10&q=${encodeURIComponent(question)}`);
    took.push(performance.now() - startedAt);
  }
  return took.toSorted((a, b) => a - b);
}
