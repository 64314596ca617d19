import { httpRows } from '../../../src/contract/http/rows.ts';
import type { AnyHttpRow } from '../../../src/contract/row.ts';
import type { Asked } from './wire.ts';

export interface Route {
  readonly operation: string;
  readonly row: AnyHttpRow;
  readonly method: string;
  /** The path of the row, with `:id`. */
  readonly path: string;
}

/** Every route, from the contract's table, so that new routes are tested without a change here. */
export const routes: readonly Route[] = Object.entries<AnyHttpRow>(httpRows).map(([operation, row]) => {
  const [method = '', path = ''] = row.route.split(' ');
  return { operation, row, method, path };
});

export const openRoutes = routes.filter(({ row }) => row.open);
export const closedRoutes = routes.filter(({ row }) => !row.open);
/** Those that require the token where there is one. */
export const tokenRoutes = closedRoutes.filter(({ row }) => !row.withoutToken);
export const apiRoutes = routes.filter(({ path }) => path.startsWith('/api/'));

/** A valid id that does not exist: a request that passes every check ends with a 404. */
export const UNKNOWN_ID = '01900000-0000-7000-8000-ffffffffffff';

export const addressOf = ({ path }: Route, id: string = UNKNOWN_ID): string => path.replace(/:\w+/gu, id);

/** Streams that end only with the engine, or their reader. */
const ENDLESS: ReadonlySet<string> = new Set(['threads.events']);
export const isEndless = ({ operation }: Route): boolean => ENDLESS.has(operation);

/** A valid request for the route with unknown ids, and an empty body where one is required. */
export const requestFor = (route: Route, id?: string): Asked => ({
  method: route.method,
  target: addressOf(route, id),
  endless: isEndless(route),
});

/**
 * Two of them for each route, in turn: with hundreds of routes each is tried on dozens, and each route is tried. All of
 * them on every route would be ten thousand requests that take the same way.
 */
export const someInTurn = <One>(all: readonly One[], index: number): readonly One[] =>
  [2 * index, 2 * index + 1].flatMap((at) => all.slice(at % all.length, (at % all.length) + 1));
