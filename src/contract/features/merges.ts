import { merges as tools } from '../agent/merges.ts';
import { merges as commands } from '../cli/merges.ts';
import { merges as http } from '../http/merges.ts';

export const merges = { http, tools, commands };
