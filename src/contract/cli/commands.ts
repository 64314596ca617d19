import { features } from '../features.ts';
import type { AllOf, Feature } from '../feature.ts';
import type { CommandInput, CommandRow, RouteCommand } from './command.ts';

/** The implementations of the commands: one for those that call a route, and one for each of the others. */
export type Verbs = OwnVerbs & {
  readonly ask: (route: RouteCommand, input: CommandInput) => Promise<number>;
};

type OwnVerbs = AllOf<
  (typeof features)[keyof typeof features] extends infer One
    ? One extends { readonly commands: readonly CommandRow<infer Asked>[] }
      ? Asked
      : never
    : never
>;

const LAST = 100;

/** Every command, in the order in which the help lists them. */
export const commands: readonly CommandRow<Verbs>[] = Object.values<Feature<Verbs>>(features)
  .flatMap(({ commands: own = [] }) => own)
  .toSorted((a, b) => (a.place ?? LAST) - (b.place ?? LAST));

/**
 * 0 done, 1 refused, 2 usage error, 70 internal error, 78 unusable configuration (sysexits.h); 141 where the reader of the
 * output left before its end, as a shell says of a program that SIGPIPE ended.
 */
export const EXIT = { done: 0, refused: 1, usage: 2, fault: 70, setup: 78, unread: 141 } as const;
