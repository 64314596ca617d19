import { createHmac } from 'node:crypto';

/** HMAC-SHA256, in base64url. */
export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
