import { v7 } from 'uuid';
import type { Ids } from '../../../core/ports/ids.ts';

export const uuidIds: Ids = { next: () => v7() };
