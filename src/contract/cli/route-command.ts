import type { AnswerOf, RequestTo } from '../client.ts';
import type { HttpRows } from '../row.ts';
import type { CommandInput } from './command.ts';

/**
 * A command that asks one route and shows what it answers: the terminal has no code of its own for it. With `--json` the
 * answer is printed as it is.
 */
export interface RouteCommand {
  /** The operation id of the route. */
  readonly calls: string;
  /** What the route is asked, by what was typed. */
  readonly request?: (input: CommandInput) => unknown;
  /** What is printed of the answer. Cells of a line stand side by side; empty ones are left out. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the one place where answers of all types meet
  readonly lines?: (answer: any) => readonly Line[];
  /** What is said where there are no lines. */
  readonly none?: string;
  /** What is said when it is done. */
  readonly done?: string;
  /** What to do when the engine goes away in the middle, as a sentence. */
  readonly whenGone: string;
  /** What to say of a name or an id that can be none, as a sentence. */
  readonly whenNothing?: string;
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
