import { migration as commands } from '../cli/migration.ts';
import { migration as http } from '../http/migration.ts';

export const migration = { http, commands };
