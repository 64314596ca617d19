// Room: what is remembered, in four namespaces. The words of an entry never change; an edit is a new
// entry.

import type { EntryId, PersonId, RunId, ThreadId } from '../../kernel/ids.ts';

export const namespaces = ['knowledge', 'methods', 'status', 'learnings'] as const;
export type Namespace = (typeof namespaces)[number];

/** The namespaces as the tool server calls them: facts, skills, context and errors. */
export const formerNames: Readonly<Record<string, Namespace>> = {
  facts: 'knowledge',
  skills: 'methods',
  context: 'status',
  errors: 'learnings',
};

/** Null for an unknown name. */
export function namespaceNamed(name: string): Namespace | null {
  const former = Object.hasOwn(formerNames, name) ? formerNames[name] : undefined;
  return former ?? namespaces.find((one) => one === name) ?? null;
}

/** The origin of a text: the owner, the model on its own, outside sources, or an import of data. */
export type Origin = 'user' | 'agent' | 'external' | 'import';

/** The source of an entry: every entry refers to the run and the thread in which it was written. */
export interface Source {
  readonly origin: Origin;
  readonly runId: RunId | null;
  readonly threadId: ThreadId | null;
  readonly tool: string | null;
}

export const fromOwner: Source = { origin: 'user', runId: null, threadId: null, tool: null };

/**
 * One remembered statement: one line of text without surrounding white space. Its text never changes: a new text is a
 * new entry, which supersedes it. Instants are milliseconds since the epoch.
 */
export interface MemoryEntry {
  readonly entryId: EntryId;
  /** Whose it is: only they change it. */
  readonly personId: PersonId;
  /** Everybody who is let in reads it, and their runs do. */
  readonly shared: boolean;
  readonly namespace: Namespace;
  readonly text: string;
  readonly source: Source;
  readonly createdAt: number;
  /** When an independent source last confirmed it. */
  readonly updatedAt: number;
  /** Since when the statement is true, if that differs from when it was written. */
  readonly validFrom: number;
  /** Null while current. Afterwards it is history: shown and found only on request. */
  readonly supersededAt: number | null;
  /** The entry that replaced it; null if none did. */
  readonly supersededBy: EntryId | null;
}

/**
 * What the model of a run that acts for this person is told of where an entry is from: what somebody else shares is not this
 * person's words, whoever wrote it.
 */
export const originFor = (
  { personId, source }: Pick<MemoryEntry, 'personId' | 'source'>,
  person: PersonId,
): Origin | 'shared' => (personId === person ? source.origin : 'shared');
