import { saying, type Quoted } from '../../kernel/says.ts';

/** Patterns of what the agent did. `isAtLeast`: no more are counted. Amounts are in US dollars, rounded. */
export interface InsightSays {
  'pattern.sequence': { tools: readonly Quoted[]; runs: number; isAtLeast: boolean };
  'pattern.failing-tool': { tools: readonly Quoted[]; failures: number; calls: number };
  'pattern.costly-thread': { usd: number; times: number; ofHalfUsd: number };
  'pattern.repeated-question': { text: Quoted; count: number; isAtLeast: boolean };
}

export const say = saying<InsightSays>();
