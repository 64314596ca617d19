import { background as http } from '../http/background.ts';

export const background = { http };
