import type { FileService } from '../../core/files/service.ts';
import type { Workspace } from '../../core/ports/workspace.ts';
import { token } from '../token.ts';

export const fileTokens = {
  workspace: token<Workspace>('workspace'),
  files: token<FileService>('files'),
};
