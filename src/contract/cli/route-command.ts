import type { AnswerOf, RequestTo } from '../client.ts';
import type { HttpRows } from '../row.ts';
import type { CommandInput } from './command.ts';

/**
 * A command that calls one route and prints its answer, without code of its own in the terminal. `--json` prints the
 * answer unchanged.
 */
export interface RouteCommand {
  /** The operation id of the route. */
  readonly calls: string;
  /** Builds the route's input from the command line. */
  readonly request?: (input: CommandInput) => unknown;
  /** The printed lines of the answer. Cells of a line are printed side by side; empty ones are left out. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the one place where answers of all types meet
  readonly lines?: (answer: any) => readonly Line[];
  /** The message when there are no lines. */
  readonly none?: string;
  /** The message when it is done. */
  readonly done?: string;
  /** What to do when the engine stops in the middle, as a sentence. */
  readonly whenGone: string;
  /** The message for an invalid name or id, as a sentence. */
  readonly whenNothing?: string;
  /** How a name is looked up that is no id. */
  readonly byName?: ByName;
  /** By the code of a refusal: what is said in its place, made of its own sentence. */
  readonly whenRefused?: Readonly<Record<string, (detail: string) => string>>;
}

/** Where things have names that people know, and ids that they do not. */
export interface ByName {
  /** The routes that take such a name in the place of the id. */
  readonly of: readonly string[];
  /** The route that lists what has names, in pages. */
  readonly calls: string;
  /** What it is asked for. */
  readonly query?: (name: string) => Readonly<Record<string, unknown>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- as of `lines`
  readonly named: (answer: any) => readonly { readonly id: string; readonly name: string }[];
}

export type Line = string | readonly string[];

type Given<Row> = Omit<RouteCommand, 'calls' | 'request' | 'lines'> &
  (RequestTo<Row> extends infer Request
    ? undefined extends Request
      ? { readonly request?: (input: CommandInput) => Request }
      : { readonly request: (input: CommandInput) => Request }
    : never) & { readonly lines?: (answer: AnswerOf<Row>) => readonly Line[] };

/** Makes commands over the routes of a feature: `routesOf<typeof tags>()('tags.list', { … })`. */
export const routesOf =
  <Rows extends HttpRows>() =>
  <const Operation extends keyof Rows & string>(
    calls: Operation,
    row: Given<Rows[Operation]>,
  ): RouteCommand => ({ calls, ...row });
