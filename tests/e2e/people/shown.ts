import { LINES, SHOWS_OWN, type Operation } from './lines.ts';
import { rowOf, said, type Asked } from './said.ts';
import type { Common, Things } from './things.ts';

/** Where an engine is asked, and as whom. */
export interface At {
  readonly baseUrl: string;
  /** Of what the private socket serves. */
  readonly privateUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Shown = readonly [operation: Operation, nth: number, status: number, body: string];

/** What changes with the moment of an answer. */
const MOMENT = /"(?:to|exportedAt|instance)":"[^"]*"/gu;

/** All that shows somebody words of their own, of an owner their id as `owner`. */
export async function shownBy(
  { baseUrl, privateUrl, headers }: At,
  of: Things,
  common: Common,
  { without = [] }: { readonly without?: readonly Operation[] } = {},
): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  for (const operation of SHOWS_OWN.filter((one) => !without.includes(one))) {
    const line = (LINES as Readonly<Record<string, (things: Things, all: Common) => Asked | Asked[]>>)[
      operation
    ]!;
    const base = rowOf(operation).privateOnly ? privateUrl : baseUrl;
    for (const [nth, asked] of [line(of, common)].flat().entries()) {
      const { status, body } = await said(base, operation, asked, headers);
      shown.push([operation, nth, status, body.replaceAll(MOMENT, '#')]);
    }
  }
  return shown;
}
