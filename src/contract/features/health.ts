import { health as http } from '../http/health.ts';

export const health = { http };
