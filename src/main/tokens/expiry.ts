import type { Expiry } from '../../core/expiry/service.ts';
import type { ClockFile } from '../../core/expiry/store.ts';
import { token } from '../token.ts';

export const expiryTokens = {
  clockFile: token<ClockFile>('clock-file'),
  expiry: token<Expiry>('expiry'),
};
