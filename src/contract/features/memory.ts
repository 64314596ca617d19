import { memory as tools } from '../agent/memory.ts';
import { memory as text } from '../http/memory.ts';
import { memoryEntries } from '../http/memory-entries.ts';

export const memory = { http: { ...text, ...memoryEntries }, tools };
