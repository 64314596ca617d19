import type { Asker } from '../core/conversation/background/model.ts';
import { OWNER } from '../core/execution/runs/model.ts';

/** Over HTTP there is one user, who owns the instance. */
export const askerFrom = (by: string): Asker => ({ userId: by, ownsInstance: by === OWNER });
