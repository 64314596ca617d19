import { threadSearch as http } from '../http/thread-search.ts';

export const threadSearch = { http };
