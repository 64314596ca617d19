import { refusals } from '../../kernel/refusal.ts';
import type { HistoryProblems } from './says.ts';

export const refuse = refusals<HistoryProblems>()('history', {
  time_zone_unknown: 'invalid',
});
