import { config as commands } from '../cli/config.ts';
import { config as http } from '../http/config.ts';

export const config = { http, commands };
