import type { Erasing } from '../../core/erasure/erasing.ts';
import type { ErasureDisk, Outside, StoresBefore } from '../../core/erasure/port.ts';
import type { ErasureService } from '../../core/erasure/service.ts';
import { token } from '../token.ts';

export const erasureTokens = {
  erasureDisk: token<ErasureDisk>('erasure-disk'),
  storesBefore: token<StoresBefore>('stores-before'),
  erasedOutside: token<readonly Outside[]>('erased-outside'),
  erasing: token<Erasing>('erasing'),
  erasure: token<ErasureService>('erasure'),
};
