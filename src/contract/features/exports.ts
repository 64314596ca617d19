import { exports as http } from '../http/exports.ts';

export const exports = { http };
