import type { Asker } from '../core/background/model.ts';
import { OWNER } from '../core/runs/model.ts';

/** Over HTTP there is one user, who owns the instance. */
export const askerFrom = (by: string): Asker => ({ userId: by, ownsInstance: by === OWNER });
