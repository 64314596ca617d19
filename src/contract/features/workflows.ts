import { workflows as tools } from '../agent/workflows.ts';
import { workflows as commands } from '../cli/workflows.ts';
import { workflows as http } from '../http/workflows.ts';

export const workflows = { http, tools, commands };
