import type { Migration } from '../../migrate.ts';
import { first } from './0001-first.ts';
import { pastOrder } from './0002-past-order.ts';

export const migrations: readonly Migration[] = [first, pastOrder];
