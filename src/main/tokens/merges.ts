import type { MergeRecords } from '../../core/merges/port.ts';
import type { MergeService } from '../../core/merges/service.ts';
import { token } from '../token.ts';

export const mergeTokens = {
  mergeRecords: token<MergeRecords>('merge-records'),
  merges: token<MergeService>('merges'),
};
