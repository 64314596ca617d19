import { live as http } from '../http/live.ts';

export const live = { http };
