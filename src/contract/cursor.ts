import { refuseRequest } from './problem.ts';

const NOT_OURS = 'is not a cursor of this list: ask for its first page again, without a cursor';

/** Cursors are opaque to clients: where a page ended, as base64url of JSON. */
export const cursorFrom = (position: unknown): string =>
  btoa(JSON.stringify(position)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');

/** @throws Refusal invalid_request for a cursor that is not ours */
export function positionFrom<T>(cursor: string, isPosition: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    if (isPosition(value)) return value;
  } catch {
    // Not ours either way.
  }
  throw refuseRequest.invalid_request(
    { violations: [{ path: '/cursor', message: NOT_OURS }] },
    `The request does not have the form that this route takes: /cursor ${NOT_OURS}.`,
  );
}
