import { Type } from 'typebox';
import type { Metric } from '../../core/execution/metrics/model.ts';
import { PROMETHEUS_TYPE, prometheusText, seriesName } from '../prometheus.ts';
import { bytes, json } from '../row.ts';

const MetricShape = Type.Object({
  name: Type.String({ description: 'With its labels, in Prometheus syntax' }),
  value: Type.Number({ description: 'For a distribution, the mean' }),
  samples: Type.Integer({ minimum: 0, description: 'The number of observations behind the value' }),
  window: Type.Enum(['process', 'now'], {
    description: 'Since the start of the engine, or at the moment of the answer',
  }),
});

function shown(metric: Metric) {
  if (metric.kind === 'histogram') {
    const { name, sum, count } = metric;
    return [{ name, value: count === 0 ? 0 : sum / count, samples: count, window: 'process' as const }];
  }
  const window = metric.kind === 'counter' ? ('process' as const) : ('now' as const);
  return metric.series.map(({ labels, value, samples }) => {
    return { name: seriesName(metric.name, labels), value, samples, window };
  });
}

async function* encoded(text: Promise<string>): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(await text);
}

export const metrics = {
  'metrics.get': json({
    route: 'GET /api/metrics',
    who: 'owner',
    needs: 'read',
    summary: 'Metrics of the engine. Counters start at 0 with it.',
    status: 200,
    refuses: [],
    withoutData: true,
    returns: Type.Object({ metrics: Type.Array(MetricShape) }),
    handle: async ({ metrics }) => ({ metrics: metrics.metrics().flatMap(shown) }),
  }),
  'metrics.prometheus': bytes({
    route: 'GET /metrics',
    who: 'owner',
    needs: 'read',
    summary: 'The same metrics for Prometheus.',
    refuses: [],
    ours: true,
    withoutData: true,
    sends: PROMETHEUS_TYPE,
    handle: async ({ metrics }) => ({
      contentType: PROMETHEUS_TYPE,
      body: encoded(prometheusText(metrics.metrics())),
    }),
  }),
};
