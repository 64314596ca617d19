import { speech as http } from '../http/speech.ts';

export const speech = { http };
