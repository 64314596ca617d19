import { notices as http } from '../http/notices.ts';

export const notices = { http };
