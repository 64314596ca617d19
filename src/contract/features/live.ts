import { live as http } from '../http/live.ts';

export const live = { about: 'What changes, as it changes', http };
