import type { EndsOfRuns } from '../../core/insights/ends.ts';
import type { Insights } from '../../core/insights/service.ts';
import { token } from '../token.ts';

export const insightTokens = {
  endsOfRuns: token<EndsOfRuns>('ends-of-runs'),
  insights: token<Insights>('insights'),
};
