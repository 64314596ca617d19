import { say } from '../core/kernel/value-says.ts';
import { refuseViolations } from './problem.ts';

/** Cursors are opaque to clients: where a page ended, as base64url of JSON. Null after the last page. */
export const cursorFrom = <T>(position: T | null): string | null =>
  position === null
    ? null
    : btoa(latin1(JSON.stringify(position)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/u, '');

/** Null without a cursor: the list begins. @throws Refusal invalid_request for a cursor that is not ours */
export function positionFrom<T>(
  cursor: string | undefined,
  isPosition: (value: unknown) => value is T,
): T | null {
  if (cursor === undefined) return null;
  try {
    const value: unknown = JSON.parse(utf8(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))));
    if (isPosition(value)) return value;
  } catch {
    // Not one of our cursors either.
  }
  throw refuseViolations([{ path: '/cursor', says: say('wrong.cursor') }]);
}

/** `btoa` takes one character for each byte: these are the bytes of the text in UTF-8. */
const latin1 = (text: string): string =>
  isAscii(text) ? text : String.fromCharCode(...new TextEncoder().encode(text));

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/u.test(text);

const utf8 = (bytes: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
