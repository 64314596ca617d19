import type { RunMeters } from '../../core/metrics/run-meters.ts';
import type { MetricsService } from '../../core/metrics/service.ts';
import { token } from '../token.ts';

export const metricTokens = {
  meters: token<RunMeters>('meters'),
  metrics: token<MetricsService>('metrics'),
};
