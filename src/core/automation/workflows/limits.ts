import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../kernel/durations.ts';

export const workflowLimits = {
  nameChars: 200,
  descriptionChars: 2_000,
  steps: 100,
  /** Steps of one run that are at work at once. */
  atOnce: 5,
  stepIdChars: 64,
  taskChars: 16_384,
  /** Of what the agent writes as the task of a step: its owner is shown all of it. */
  agentsTaskChars: 2_000,
  dependsOn: 100,
  tools: 50,
  parameters: 20,
  parameterChars: 10_000,
  /** US dollars that a step may cost, unless it says another amount, and at most. */
  budgetUsd: 1,
  maxBudgetUsd: 50,
  shortestStepMs: SECOND_MS,
  longestStepMs: DAY_MS,
  /** Of all parameters that the agent gives a run: its owner is shown all of them. */
  agentsParametersChars: 10_000,
  /** Of all that the agent writes into a workflow: its owner is shown all of it. */
  agentsChars: 30_000,
  /** Steps that a reader of a run is told of together. */
  toldAtOnce: 5,
  /** Of the result of a step that is kept with it; its conversation has all of it. */
  resultChars: 20_000,
  /** Of each earlier result that a step is given. */
  givenChars: 16_000,
  errorChars: 2_000,
  /** What could not go on because of a fault of the engine is tried again after this. */
  againMs: 30 * SECOND_MS,
  /** How far back statistics go. */
  statsDays: 30,
  maxStatsDays: 366,
  /** How long the check of an expectation may take. */
  checkMs: MINUTE_MS,
  keyChars: 255,
  /** Triggers that a refusal names. */
  namedTriggers: 5,
} as const;
