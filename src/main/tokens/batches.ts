import type { BatchService } from '../../core/batches/service.ts';
import type { BatchStore } from '../../core/batches/store.ts';
import type { BatchGateway } from '../../core/ports/model-batches.ts';
import { token } from '../token.ts';

export const batchTokens = {
  batchStore: token<BatchStore>('batch-store'),
  batchGateway: token<BatchGateway>('batch-gateway'),
  batches: token<BatchService>('batches'),
};
