import { runs as tools } from '../agent/runs.ts';
import { runs as commands } from '../cli/runs.ts';
import { runs as http } from '../http/runs.ts';

export const runs = { http, tools, commands };
