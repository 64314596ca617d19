import { unread as http } from '../http/unread.ts';

export const unread = { about: 'Which threads the owner has not seen', http };
