import { Type } from 'typebox';
import type { PersonId } from '../../core/kernel/ids.ts';
import { REASONS } from '../../core/knowledge/told/model.ts';
import type { MemoryEntry } from '../../core/knowledge/memory/model.ts';
import type { PastPosition } from '../../core/knowledge/memory/store.ts';
import { Id, MemoryNamespace, OrNull, Time, time } from '../shapes.ts';

export const Source = Type.Object(
  {
    origin: Type.Union([
      Type.Literal('user'),
      Type.Literal('agent'),
      Type.Literal('external'),
      Type.Literal('import'),
    ]),
    runId: OrNull(Id),
    threadId: OrNull(Id),
    tool: OrNull(Type.String()),
  },
  { description: 'Its author, run and thread' },
);

export const Reasons = Type.Array(Type.Enum([...REASONS]), {
  description:
    'Why it was found. words: it has words of the question; synonyms: other words for them; related_names: a name that the graph knows beside one of the question; spelling: words that are spelled alike; names: the same name, address or number; time: it is of the time that was asked for; recency: the newest were asked for; neighbours: what was said right before or after it fits',
});

/** Whose an entry is. */
export const WhoseEntry = {
  mine: Type.Boolean({ description: 'It is your own; what others share with you, only they change' }),
  shared: Type.Boolean({ description: 'Everybody who was let in reads it' }),
};

/** Where what somebody else shares came from stays theirs. */
export const whoseEntry = ({ personId, shared, source }: MemoryEntry, reader: PersonId) => {
  const mine = personId === reader;
  return { mine, shared, source: mine ? source : { ...source, runId: null, threadId: null } };
};

/** An entry on its own. */
export const EntryFields = {
  id: Id,
  namespace: MemoryNamespace,
  text: Type.String(),
  ...WhoseEntry,
  source: Source,
  createdAt: Time,
  confirmedAt: Type.Unsafe<string>({ ...Time, description: 'When an independent source last said the same' }),
  validFrom: Type.Unsafe<string>({ ...Time, description: 'Since when it is true' }),
  supersededAt: Type.Unsafe<string | null>({
    ...OrNull(Time),
    description: 'Null while it holds; since then it is history, which only the owner sees',
  }),
  supersededBy: Type.Unsafe<string | null>({
    ...OrNull(Id),
    description: 'What took its place; null if nothing did, as when it was forgotten',
  }),
};

export const Entry = Type.Object(EntryFields);

export const shownEntry = (entry: MemoryEntry, reader: PersonId) => ({
  id: entry.entryId,
  namespace: entry.namespace,
  text: entry.text,
  ...whoseEntry(entry, reader),
  createdAt: time(entry.createdAt),
  confirmedAt: time(entry.updatedAt),
  validFrom: time(entry.validFrom),
  supersededAt: entry.supersededAt === null ? null : time(entry.supersededAt),
  supersededBy: entry.supersededBy,
});

export function isPastPosition(value: unknown): value is PastPosition {
  const { supersededIn, seq } = (value ?? {}) as Partial<PastPosition>;
  return Number.isSafeInteger(supersededIn) && Number.isSafeInteger(seq);
}
