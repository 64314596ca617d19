import { byThread } from '../http/by-thread.ts';
import { threads as rows } from '../http/threads.ts';

export const threads = { about: 'Conversations', http: { ...rows, ...byThread } };
