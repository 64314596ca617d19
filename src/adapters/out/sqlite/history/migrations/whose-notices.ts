import type { Migration } from '../../migrate.ts';
import { owned } from './whose.ts';

/** Whom each notice tells. */
export const whoseNotices: Migration = { name: 'whose-notices', sql: owned('notices') };
