import { backups as tools } from '../agent/backups.ts';
import { backups as commands } from '../cli/backups.ts';
import { backupArchives } from '../http/backup-archives.ts';
import { backups as http } from '../http/backups.ts';
import { restores } from '../http/restores.ts';

export const backups = { http: { ...http, ...restores, ...backupArchives }, tools, commands };
