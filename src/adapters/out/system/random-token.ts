import { randomBytes } from 'node:crypto';

/** 32 random bytes, in base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url');
