import type { DirectoryProblem } from '../../core/engine/service.ts';
import { token } from '../token.ts';

export const directoryTokens = {
  directoryProblem: token<DirectoryProblem>('directory-problem'),
};
