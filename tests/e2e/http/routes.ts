import { httpRows } from '../../../src/contract/http/rows.ts';
import type { AnyHttpRow } from '../../../src/contract/row.ts';
import type { Asked } from './wire.ts';

export interface Route {
  readonly operation: string;
  readonly row: AnyHttpRow;
  readonly method: string;
  /** As the row has it, with `:id`. */
  readonly path: string;
}

/** Every route, from the table itself: what is added there is tested here without anybody thinking of it. */
export const routes: readonly Route[] = Object.entries<AnyHttpRow>(httpRows).map(([operation, row]) => {
  const [method = '', path = ''] = row.route.split(' ');
  return { operation, row, method, path };
});

export const openRoutes = routes.filter(({ row }) => row.open);
export const closedRoutes = routes.filter(({ row }) => !row.open);
export const apiRoutes = routes.filter(({ path }) => path.startsWith('/api/'));

/** Well-formed, and nobody's: a request that passes every check ends with a 404. */
export const NOBODY = '01900000-0000-7000-8000-ffffffffffff';

export const addressOf = ({ path }: Route, id: string = NOBODY): string => path.replace(/:\w+/gu, id);

/** A request for the route that only lacks a meaning: ids of nobody, and no body where one is needed. */
export const requestFor = (route: Route, id?: string): Asked => ({
  method: route.method,
  target: addressOf(route, id),
});
