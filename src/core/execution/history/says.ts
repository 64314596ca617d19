import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface HistoryProblems extends Plain<'history.time_zone_unknown'> {}
