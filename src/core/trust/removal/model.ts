// Room: the removal of a person, with what becomes of everything that is theirs.

/** What can be somebody's, each kind in the store that keeps it. They go in this order: what works by itself is the first. */
export const belongingKinds = [
  'triggers',
  'workflowRuns',
  'workflows',
  'tasks',
  // Before the conversations in which they were sent.
  'files',
  'threads',
  'runs',
  'artifacts',
  'assistants',
  'memories',
  'graph',
  'secrets',
  'notices',
  'grants',
] as const;
export type BelongingKind = (typeof belongingKinds)[number];

export type Counts = Readonly<Record<BelongingKind, number>>;

/** What became of everything that was somebody's. */
export interface Removal {
  readonly fate: 'erased' | 'handed_over';
  readonly counts: Counts;
}
