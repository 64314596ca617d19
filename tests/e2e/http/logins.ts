import { ask, type Asked, type Reply } from './wire.ts';

export const TOKEN = 'f3b1c9d2-Long.Token_~+/=';

/** The cookie that an answer sets, as the header of the next request. */
export function cookieIn(reply: Reply): readonly ['Cookie', string] {
  const [pair = ''] = (reply.header('set-cookie') ?? '').split(';');
  return ['Cookie', pair];
}

/** Logs in with the right token, as the page does. */
export async function logIn(
  port: number,
  { token = TOKEN, headers = [] }: { readonly token?: string; readonly headers?: Asked['headers'] } = {},
): Promise<readonly ['Cookie', string]> {
  const body = JSON.stringify({ token });
  return cookieIn(await ask(port, { method: 'POST', target: '/api/login', body, headers }));
}
