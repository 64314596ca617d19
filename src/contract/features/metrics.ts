import { metrics as http } from '../http/metrics.ts';

export const metrics = { http };
