import { saying, type Quoted } from '../../kernel/says.ts';

/** What success is, and what the engine asks of others to know it. */
export interface ExpectationSays {
  'expectation.is': { expectation: Quoted };
  'expectation.asks': { url: Quoted };
}

export const say = saying<ExpectationSays>();
