import { tags as tools } from '../agent/tags.ts';
import { tags as commands } from '../cli/tags.ts';
import { tags as http } from '../http/tags.ts';

export const tags = { http, tools, commands };
