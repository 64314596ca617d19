import type { Request, Response } from 'express';

const NAME = 'svc_session';
/** The form of a value: 32 bytes in base64url. */
const VALUE = /^[\w-]{43}$/u;
/** As long as an unused login; the cookie is set again with a recorded use. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
/**
 * A page of another port may set cookies of this name for other paths, and the browser sends those first. More than a
 * browser keeps for one host.
 */
const MOST = 200;

/** For this origin only, invisible to scripts, sent by no other site; over https only if it was set over https. */
const attributes = (request: Request) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/', secure: request.secure }) as const;

const pairsIn = (cookie: string | undefined): readonly string[] =>
  (cookie ?? '').split(';').map((pair) => pair.trim());

/** The values of the login cookie of a request that have the form of one; usually one. */
export function loginValues(request: Request): readonly string[] {
  return pairsIn(request.headers.cookie)
    .flatMap((pair) => (pair.startsWith(`${NAME}=`) ? [pair.slice(NAME.length + 1)] : []))
    .filter((value) => VALUE.test(value))
    .slice(0, MOST);
}

export function giveLogin(request: Request, response: Response, value: string): void {
  response.cookie(NAME, value, { ...attributes(request), maxAge: KEPT_MS });
}

export function takeLogin(request: Request, response: Response): void {
  response.clearCookie(NAME, attributes(request));
}

/** Marks a browser while it signs in, so that no other can finish that. */
const MARK = 'svc_sign_in';
const MARKED_MS = 10 * 60 * 1_000;

export function giveMark(request: Request, response: Response, value: string): void {
  response.cookie(MARK, value, { ...attributes(request), path: '/api', maxAge: MARKED_MS });
}

/** The mark of a request; null without exactly one. */
export function markIn({ headers }: Request): string | null {
  const values = pairsIn(headers.cookie).flatMap((pair) =>
    pair.startsWith(`${MARK}=`) ? [pair.slice(MARK.length + 1)] : [],
  );
  return values.length === 1 && VALUE.test(values[0] ?? '') ? (values[0] ?? null) : null;
}

/**
 * Whether the request comes from a page of its own origin, given that `originCheck` has passed it: the login of a
 * browser counts for nothing else. A request that changes nothing may come without either header, as from an old browser:
 * no other page can read its answer.
 */
export function isFromOwnPage({ method, headers }: Request): boolean {
  return (
    method === 'GET' ||
    method === 'HEAD' ||
    headers['sec-fetch-site'] !== undefined ||
    headers.origin !== undefined
  );
}
