import type { Lab } from './lab.ts';

/** What a scenario cannot do without. `main.ts` looks for it, and installs what can be installed. */
export type Need = 'strace' | 'mounts' | 'faketime' | 'proc';

export interface Scenario {
  readonly name: string;
  /** The promises that it holds the engine to. */
  readonly promise: readonly string[];
  readonly needs: readonly Need[];
  run(lab: Lab): Promise<Outcome>;
}

export interface Outcome {
  /** How often what was done. */
  readonly did: string;
  /** Each a promise that was not kept, with what shows it again; empty when all were. */
  readonly broken: readonly string[];
  readonly figures: string;
}
