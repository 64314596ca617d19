import type { RevertedFiles } from '../../core/changesets/port.ts';
import type { ChangeTracker } from '../../core/files/port.ts';
import type { ChangesetService } from '../../core/changesets/service.ts';
import type { ChangesetStore, CopyStore } from '../../core/changesets/store.ts';
import { token } from '../token.ts';

export const changesetTokens = {
  changesetStore: token<ChangesetStore>('changeset-store'),
  copies: token<CopyStore>('copies'),
  changeTracker: token<ChangeTracker>('change-tracker'),
  revertedFiles: token<RevertedFiles>('reverted-files'),
  changesets: token<ChangesetService>('changesets'),
};
