// The process that copies and checks backups for an engine, which starts it beside its own file (src or dist).
import { backupProgram } from './main/backup-process/program.ts';

await backupProgram();
