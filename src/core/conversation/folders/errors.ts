import { refusals } from '../../kernel/refusal.ts';
import type { FolderProblems } from './says.ts';

export const refuse = refusals<FolderProblems>()('folders', { invalid_folder: 'invalid' });
