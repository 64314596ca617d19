import type { Express } from 'express';

/**
 * Makes `request.ip`, `.protocol` and `.host` follow `X-Forwarded-For`, `-Proto` and `-Host` of these proxies (addresses
 * and CIDRs). Without any, and from anywhere else, these headers are ignored.
 */
export const trusting = (app: Express, proxies: readonly string[]): Express =>
  app.set('trust proxy', proxies.length === 0 ? false : [...proxies]);
