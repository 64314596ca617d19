import { backups as commands } from '../cli/backups.ts';
import { backups as http } from '../http/backups.ts';

export const backups = { http, commands };
