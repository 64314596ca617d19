import type { MergeRecords } from '../../core/merges/port.ts';
import type { MergeService } from '../../core/merges/service.ts';
import { token } from '../token.ts';

export const mergeTokens = {
  mergeRecords: token<MergeRecords>('merge-records'),
  /** Rows of each kind that move in one transaction. */
  movedAtOnce: token<number>('moved-at-once'),
  merges: token<MergeService>('merges'),
};
