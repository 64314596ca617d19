import { auth as commands } from '../cli/auth.ts';
import { auth as token } from '../http/auth.ts';
import { logins } from '../http/logins.ts';

export const auth = { http: { ...token, ...logins }, commands };
