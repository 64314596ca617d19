import { unread as http } from '../http/unread.ts';

export const unread = { http };
