import type { RateWindows } from '../../core/api-store/rate-windows.ts';
import type { ApiRegistry } from '../../core/api-store/registry.ts';
import type { ApiStore } from '../../core/api-store/service.ts';
import type { ApiFiles, RateStore } from '../../core/api-store/store.ts';
import type { ApiGate } from '../../core/web/port.ts';
import { token } from '../token.ts';

export const apiTokens = {
  apiFiles: token<ApiFiles>('api-files'),
  rateStore: token<RateStore>('rate-store'),
  rateWindows: token<RateWindows>('rate-windows'),
  apiRegistry: token<ApiRegistry>('api-registry'),
  apiGate: token<ApiGate>('api-gate'),
  apis: token<ApiStore>('apis'),
};
