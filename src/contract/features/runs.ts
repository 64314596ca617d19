import { runs as tools } from '../agent/runs.ts';
import { runs as commands } from '../cli/runs.ts';
import { runs as http } from '../http/runs.ts';

export const runs = { about: 'Pieces of work: start, follow, stop', http, tools, commands };
