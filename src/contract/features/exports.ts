import { exports as commands } from '../cli/exports.ts';
import { exports as http } from '../http/exports.ts';

export const exports = { http, commands };
