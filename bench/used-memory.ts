import { OWNER_ID } from './owner.ts';
import { openMemory } from '../src/adapters/out/sqlite/memory/open.ts';
import { systemClock } from '../src/adapters/out/system/system-clock.ts';
import { uuidIds } from '../src/adapters/out/system/uuid-ids.ts';
import { fromOwner, namespaces, type Namespace } from '../src/core/knowledge/memory/model.ts';
import { MemoryService } from '../src/core/knowledge/memory/service.ts';
import { dialogues } from '../tests/harness/dialogues.ts';

/** The same sequence of numbers from 0 to 1 for each seed, so that every run measures the same texts. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

const spoken = dialogues().flatMap(({ turns }) => turns);

/**
 * Lines like spoken sentences: word frequencies from the dialogues of the tests, and one rare word in ten.
 * Each line ends with its number, so that all differ.
 */
export function someLines(count: number, seed: number): readonly string[] {
  const random = randomFrom(seed);
  const words = spoken.flatMap((turn) => turn.split(' ').slice(1));
  const word = (): string =>
    random() < 0.1
      ? `w${Math.floor(random() * 30_000).toString(36)}`
      : (words[Math.floor(random() * words.length)] ?? '');
  return Array.from({ length: count }, (_, index) => {
    const speaker = `Name${Math.floor(random() * 200).toString(36)}`;
    return `${speaker}: ${Array.from({ length: 15 }, word).join(' ')} ${index}`;
  });
}

export const linesOf = (bytes: number, seed: number): string => {
  const lines = someLines(Math.ceil(bytes / 60), seed).join('\n');
  return lines.slice(0, bytes);
};

export const someQuestions = (): readonly string[] =>
  dialogues().flatMap(({ questions }) => questions.map(({ question }) => question));

/** The text of each namespace that `useMemory` remembers. */
export const allLines = (entries: number): readonly (readonly [Namespace, string])[] =>
  namespaces.map((namespace, index) => [
    namespace,
    someLines(entries / namespaces.length, index + 1).join('\n'),
  ]);

/**
 * Creates a memory.db with this many entries, a quarter in each namespace, and waits until it can be
 * searched.
 */
export async function useMemory(file: string, entries: number): Promise<void> {
  const memory = openMemory(file, { owner: { id: OWNER_ID } });
  const service = new MemoryService({
    journal: memory.journal,
    store: memory.store,
    clock: systemClock,
    ids: uuidIds,
  });
  for (const [namespace, text] of allLines(entries))
    await service.of(OWNER_ID).replace(namespace, text, fromOwner);
  await memory.store.ofEveryone().searchable();
  await memory.close();
}
