import { graph as tools } from '../agent/graph.ts';
import { graph as commands } from '../cli/graph.ts';
import { graph as http } from '../http/graph.ts';

export const graph = { http, tools, commands };
