import { engine as commands } from '../cli/engine.ts';
import { engine as http } from '../http/engine.ts';

export const engine = { http, commands };
