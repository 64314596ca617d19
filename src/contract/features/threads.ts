import { threads as commands } from '../cli/threads.ts';
import { byThread } from '../http/by-thread.ts';
import { threads as rows } from '../http/threads.ts';

export const threads = { http: { ...rows, ...byThread }, commands };
