import { sessions as http } from '../http/sessions.ts';

export const sessions = { about: "A client's hold on a thread", http };
