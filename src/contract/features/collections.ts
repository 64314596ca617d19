import { collections as tools } from '../agent/collections.ts';
import { collections as commands } from '../cli/collections.ts';
import { collections as http } from '../http/collections.ts';

export const collections = { http, tools, commands };
