import type { Request } from 'express';
import type { Client } from '../../../contract/row.ts';
import { networkOf } from './network.ts';

/** Whose browser it is, as far as the engine can know: a trusted proxy says who is behind it. */
export const clientOf = ({ ip, headers }: Request): Client => ({
  address: ip ?? null,
  network: ip === undefined ? null : networkOf(ip),
  browser: headers['user-agent'] ?? null,
});
