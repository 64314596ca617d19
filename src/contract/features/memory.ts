import { memory as tools } from '../agent/memory.ts';
import { memory as http } from '../http/memory.ts';

export const memory = { about: 'What is remembered, in four namespaces', http, tools };
