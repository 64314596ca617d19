import { engine as commands } from '../cli/engine.ts';
import { engine as http } from '../http/engine.ts';

export const engine = { about: 'What the engine says of itself', http, commands };
