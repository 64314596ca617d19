import { health as http } from '../http/health.ts';

export const health = { about: 'Whether the process is up, and whether it takes work', http };
