import { tasks as tools } from '../agent/tasks.ts';
import { tasks as commands } from '../cli/tasks.ts';
import { tasks as http } from '../http/tasks.ts';

export const tasks = { http, tools, commands };
