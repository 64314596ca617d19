import { forks as http } from '../http/forks.ts';

export const forks = { http };
