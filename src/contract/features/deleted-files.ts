import { deletedFiles as http } from '../http/deleted-files.ts';

export const deletedFiles = { http };
