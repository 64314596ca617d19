import type { TSchema } from 'typebox';
import type { AnyHttpRow, BytesRow, EventsRow, HttpRows, JsonRow, Route } from './row.ts';

type AnswerKind<Row> =
  Row extends EventsRow<infer _R, infer _Q, infer _B, infer _H, infer _E>
    ? 'events'
    : Row extends BytesRow<infer _R, infer _Q, infer _H>
      ? 'bytes'
      : Row extends JsonRow<infer _R, infer _Q, infer _B, infer _H, infer Returns>
        ? Returns extends TSchema
          ? 'json'
          : 'empty'
        : never;

/**
 * What a client needs of the rows at run time: for each operation its route and what answers it. It is plain data, so a
 * browser that loads it loads neither schemas nor handlers.
 */
export type Routes<Rows = HttpRows> = {
  readonly [Operation in keyof Rows]: readonly [
    route: Rows[Operation] extends { readonly route: infer R extends Route } ? R : never,
    answer: AnswerKind<Rows[Operation]>,
  ];
};

/** The routes of these rows, for clients that have the rows. */
export function routesOf<Rows extends HttpRows>(rows: Rows): Routes<Rows> {
  const routes = Object.entries<AnyHttpRow>(rows).map(([operation, row]) => [
    operation,
    [row.route, row.kind === 'json' && !row.returns ? 'empty' : row.kind],
  ]);
  return Object.fromEntries(routes) as Routes<Rows>;
}
