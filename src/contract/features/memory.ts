import { memory as tools } from '../agent/memory.ts';
import { memory as http } from '../http/memory.ts';

export const memory = { http, tools };
