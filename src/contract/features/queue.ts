import { queue as http } from '../http/queue.ts';

export const queue = { http };
