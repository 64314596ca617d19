import { auth as routes } from '../http/auth.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';

export const auth: readonly CommandRow<object>[] = [
  commandsOf(routes, { whenGone: 'Run svc token again.' })('token', 'auth.token', {
    summary: 'Print the token of the engine, with which a page logs in.',
    columns: ['token'],
  }),
];
