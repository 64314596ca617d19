import { replays as http } from '../http/replays.ts';

export const replays = { http };
