import { refuseRequest } from './problem.ts';

const NOT_OURS = 'is not a cursor of this list: request the first page, without a cursor';

/** Cursors are opaque to clients: the position after a page, as base64url of JSON. */
export const cursorFrom = (position: unknown): string =>
  btoa(JSON.stringify(position)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');

/** @throws Refusal invalid_request for a cursor that is not ours */
export function positionFrom<T>(cursor: string, isPosition: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    if (isPosition(value)) return value;
  } catch {
    // Not one of our cursors either.
  }
  throw refuseRequest.invalid_request(
    { violations: [{ path: '/cursor', message: NOT_OURS }] },
    `The request is not valid for this route: /cursor ${NOT_OURS}.`,
  );
}
