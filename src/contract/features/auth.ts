import { auth as http } from '../http/auth.ts';

export const auth = { http };
