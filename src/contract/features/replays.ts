import { replays as commands } from '../cli/replays.ts';
import { replays as http } from '../http/replays.ts';

export const replays = { http, commands };
