import type { PersonId } from '../../../kernel/ids.ts';
import { memoryLimits } from '../../../knowledge/memory/limits.ts';
import { originFor, type MemoryEntry } from '../../../knowledge/memory/model.ts';
import type { MemoryService } from '../../../knowledge/memory/service.ts';
import { untrusted } from '../../../trust/untrusted/untrusted.ts';
import { toldFrom } from '../../../knowledge/told/model.ts';
import type { Told } from '../../../ports/told.ts';
import { charsIn } from './tokens.ts';
import type { Log } from '../../../ports/log.ts';

export interface Remembered {
  readonly tail: string;
  /** The person for whom the run acts did not say all of it: an agent noted some, perhaps because a page told it to. */
  readonly hasUntrustedContent: boolean;
  /** What the tail tells, the best first. */
  readonly told: readonly Told[];
}

interface Within {
  /** Only what was remembered by then, in milliseconds since the epoch. */
  readonly before?: number;
  /** In tokens: memory takes a small part of it. */
  readonly contextWindow?: number;
}

/**
 * What memory holds about this task, as the tail of every request of its run: after what is cached, bounded, the same
 * bytes for the whole run, and never part of the thread. Undefined if there is nothing or memory fails: a run can do
 * without.
 */
export async function rememberedFor(
  person: PersonId,
  task: string,
  nonce: string,
  { memory, log }: { readonly memory: Pick<MemoryService, 'of'>; readonly log: Log },
  { before = Infinity, contextWindow = Infinity }: Within = {},
): Promise<Remembered | undefined> {
  const { promptEntries: limit, promptChars, promptShare } = memoryLimits;
  const chars = Math.min(promptChars, Math.floor(charsIn(contextWindow * promptShare)));
  const ranked = await memory
    .of(person)
    .relevantTo(task, { limit, chars })
    .catch((error: unknown) => {
      log.error('memory could not be read', { error });
      return [];
    });
  const found = ranked.filter(({ entry }) => entry.createdAt <= before);
  if (found.length === 0) return undefined;
  const entries = found.map(({ entry }) => entry);
  return {
    tail: tailOf(entries, person, nonce),
    hasUntrustedContent: !entries.every((entry) => isTheirs(entry, person)),
    told: found.map(toldFrom),
  };
}

/** What somebody else shares is not said by this person; extraction uses only a person's own words. */
const isTheirs = (entry: MemoryEntry, person: PersonId): boolean =>
  originFor(entry, person) === 'user' || (entry.personId === person && entry.source.tool === 'extraction');

const tailOf = (entries: readonly MemoryEntry[], person: PersonId, nonce: string): string => {
  const lines = entries.map((entry) => lineOf(entry, person));
  return `${WHAT}\n${untrusted({ text: lines.join('\n'), source: 'memory', nonce })}`;
};

const lineOf = (entry: MemoryEntry, person: PersonId): string =>
  JSON.stringify({
    namespace: entry.namespace,
    date: new Date(entry.createdAt).toISOString().slice(0, 10),
    origin: originFor(entry, person),
    text: entry.text,
  });

const WHAT =
  'Memories that may bear on the task, added by the engine and not by the owner. They may be outdated or wrong.';
