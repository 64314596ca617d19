import { saying, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

/** Questions about what a restart cut off, and the answers to choose from. */
export interface RunSays {
  'resume.call': { tool: string; input: QuotedValue };
  'resume.agents': { agents: readonly Says[] };
  'resume.agent': { name: Quoted; task: Quoted };
  'resume.happened': Record<never, never>;
  'resume.repeat': Record<never, never>;
  'resume.again': Record<never, never>;
  'resume.without': { isOne: boolean };
}

export const say = saying<RunSays>();
