import { auth as routes } from '../http/auth.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';
import { say } from './says.ts';

export const auth: readonly CommandRow[] = [
  commandsOf(routes, { whenGone: say('gone.token') })('token', 'auth.token', {
    columns: ['token'],
  }),
];
