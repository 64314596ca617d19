import { SECOND_MS } from '../../kernel/durations.ts';

export const taskLimits = {
  titleChars: 200,
  descriptionChars: 16_384,
  /** Of what the agent writes: its owner is shown all of it. */
  agentsDescriptionChars: 3_000,
  assigneeChars: 100,
  tags: 20,
  tagChars: 50,
  /** How many tasks may lie within each other. */
  depth: 8,
  queryChars: 200,
  /** Of the agent's report that a task keeps; its conversation has all of it. */
  reportChars: 2_000,
  /** What could not be written of its end is tried again after this. */
  againMs: 30 * SECOND_MS,
} as const;
