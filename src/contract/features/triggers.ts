import { triggers as tools } from '../agent/triggers.ts';
import { triggers as commands } from '../cli/triggers.ts';
import { triggers as http } from '../http/triggers.ts';

export const triggers = { http, tools, commands };
