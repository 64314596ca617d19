import { apis as tools } from '../agent/apis.ts';
import { apis as commands } from '../cli/apis.ts';
import { apis as http } from '../http/apis.ts';

export const apis = { http, tools, commands };
