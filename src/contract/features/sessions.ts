import { sessions as http } from '../http/sessions.ts';

export const sessions = { http };
