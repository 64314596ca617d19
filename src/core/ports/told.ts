import type { RunId, ToolCallId } from '../kernel/ids.ts';

/**
 * Why a search found an entry. They are codes and no words of the entry, so they may outlive its text.
 * `words`: it has words of the question, in any form. `synonyms`: it has other words for them. `related_names`: it has a
 * name that the graph knows beside one of the question. `spelling`: it has words that are spelled like unknown ones.
 * `names`: both name the same person, thing, address or number. `time`: it is of the time that was asked for.
 * `recency`: the newest were asked for. `neighbours`: what was said right before or after it fits.
 */
export const REASONS = [
  'words',
  'synonyms',
  'related_names',
  'spelling',
  'names',
  'time',
  'recency',
  'neighbours',
] as const;
export type Reason = (typeof REASONS)[number];

export const TOLD_KINDS = ['memory', 'entity'] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/**
 * Something from memory or the graph that a model was shown. It records the id and the reason, never its words: what
 * is erased later must be gone everywhere.
 */
export interface Told {
  readonly kind: ToldKind;
  /** Of the entry of memory, or of the entity of the graph as it was shown then. */
  readonly id: string;
  /** From 0 to 1, comparable among what was shown in one place; null where nothing was compared. */
  readonly score: number | null;
  readonly reasons: readonly Reason[];
}

/** The same with where it was shown: in the prompt of a run, or in the result of a call. */
export interface ToldInRun extends Told {
  readonly runId: RunId;
  /** Null: it was in the prompt, from the beginning. */
  readonly toolCallId: ToolCallId | null;
  /** The sub-agent whose model was shown it; null for the run itself. */
  readonly agent: string | null;
  /** Among what was told at once, from 0: the best first. */
  readonly place: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
