import { KIB } from '../../kernel/bytes.ts';

/** Sub-agents. */
export const agentLimits = {
  /** In one call, and at work at once in one run. */
  max: 10,
  nameChars: 64,
  taskChars: 16_384,
  contextChars: 64 * KIB,
  turns: 10,
  maxTurns: 50,
  budgetUsd: 5,
  maxBudgetUsd: 50,
  /** Working time of one sub-agent; time spent waiting for a person does not count. */
  ms: 10 * 60 * 1000,
  /** Characters of all answers of one call together, and of a tool's result in an event. */
  answersChars: 64_000,
  eventChars: 2_000,
} as const;
