import { backups as http } from '../http/backups.ts';

export const backups = { http };
