import type { RouteCommand } from './route-command.ts';

/** What can be typed after `node dist/index.js`, as data. */

/** What was typed, sorted. */
export interface CommandInput {
  /** As the row names them: those that may be left out, or that are many, come last. */
  readonly args: readonly string[];
  readonly json: boolean;
  /** Names of the switches that are on. */
  readonly switches: ReadonlySet<string>;
  /** By the name of the option; those that were not given are not there. */
  readonly options: ReadonlyMap<string, string>;
  /** The same of those that take several values. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

export interface Said {
  readonly name: string;
  readonly does: string;
}

/** What can be typed, and what comes of it: a route is asked, or one of `Verbs` does it. */
export type CommandRow<Verbs> = Typed<Verbs> &
  (
    | { readonly asks: RouteCommand; readonly handle?: never }
    | { readonly handle: (verbs: Verbs, input: CommandInput) => Promise<number>; readonly asks?: never }
  );

interface Typed<Verbs> {
  readonly kind: 'command';
  readonly name: string;
  readonly does: string;
  /** Its place in the help, where what is used most comes first; those without one follow in the order of their features. */
  readonly place?: number;
  /** All are required but the optional ones. */
  readonly args?: readonly (Said & {
    readonly optional?: true;
    /** The last one: all words that follow, each an argument. */
    readonly many?: true;
  })[];
  /** Whether it can print JSON. */
  readonly json?: true;
  readonly switches?: readonly Said[];
  /** Two switches that say the opposite: both at once are refused. */
  readonly apart?: readonly [string, string];
  readonly options?: readonly (Said & {
    /** What stands for its value in the help. */
    readonly value: string;
    /** It takes several values: all words that follow. */
    readonly many?: true;
    /** It may be given several times. */
    readonly repeats?: true;
  })[];
  /** What helps after `error: missing required argument`, and after `error: unknown option`. */
  readonly hints?: { readonly argument?: string; readonly option?: string };
  /** What its help says at the end. */
  readonly help?: string;
  /** Commands that stand after its name. */
  readonly commands?: readonly CommandRow<Verbs>[];
}
