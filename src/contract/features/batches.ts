import { batches as http } from '../http/batches.ts';

export const batches = { http };
