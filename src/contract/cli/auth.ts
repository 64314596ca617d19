import type { auth as routes } from '../http/auth.ts';
import { type CommandRow, routesOf } from './command.ts';

const ask = routesOf<typeof routes>();

export const auth: readonly CommandRow<object>[] = [
  {
    kind: 'command',
    name: 'token',
    summary: 'Print the token of the engine, with which a page logs in.',
    json: true,
    asks: ask('auth.token', {
      whenGone: 'Run svc token again.',
      lines: ({ token }) => [token],
    }),
  },
];
