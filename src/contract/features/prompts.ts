import { prompts as tools } from '../agent/prompts.ts';
import { prompts as commands } from '../cli/prompts.ts';
import { prompts as http } from '../http/prompts.ts';

export const prompts = { http, tools, commands };
