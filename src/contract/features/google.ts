import { google as commands } from '../cli/google.ts';
import { google as http } from '../http/google.ts';

export const google = { http, commands };
