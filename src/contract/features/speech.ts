import { speech as commands } from '../cli/speech.ts';
import { speech as http } from '../http/speech.ts';

export const speech = { http, commands };
