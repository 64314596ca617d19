import { KIB } from '../kernel/bytes.ts';

/** Sub-agents. */
export const agentLimits = {
  /** In one call, and at work in one run. */
  max: 10,
  nameChars: 64,
  taskChars: 16_384,
  contextChars: 64 * KIB,
  turns: 10,
  maxTurns: 50,
  budgetUsd: 5,
  maxBudgetUsd: 50,
  /** Work of one, without the time in which a person was waited for. */
  ms: 10 * 60 * 1000,
  /** Of what all of one call say, together; of a tool's result, what is told of it in an event. */
  answersChars: 64_000,
  eventChars: 2_000,
} as const;
