import type { Metric as Registered } from 'prom-client';
import type { Labels, Metric } from '../core/execution/metrics/model.ts';

/** Prometheus text exposition format, version 0.0.4. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Metrics in that format. The core counts; the library only formats, and loads with the first request.
 */
export async function prometheusText(metrics: readonly Metric[]): Promise<string> {
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  const shown = metrics.filter((metric) => metric.kind === 'histogram' || metric.series.length > 0);
  if (shown.length === 0) return '';
  for (const metric of shown) {
    const { name, help, kind: type } = metric;
    // A registry only uses a metric's name and `get`.
    const one = { name, get: async () => ({ name, help, type, values: samplesOf(metric) }) };
    registry.registerMetric(one as unknown as Registered);
  }
  return await registry.metrics();
}

function samplesOf(metric: Metric) {
  if (metric.kind !== 'histogram') return metric.series;
  const { name, buckets, sum, count } = metric;
  const bucket = (le: number | '+Inf', value: number) => ({
    metricName: `${name}_bucket`,
    labels: { le },
    value,
  });
  return [
    ...buckets.map((one) => bucket(one.atMost, one.count)),
    bucket('+Inf', count),
    { metricName: `${name}_sum`, labels: {}, value: sum },
    { metricName: `${name}_count`, labels: {}, value: count },
  ];
}

/** The name of a series in the format. */
export function seriesName(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('"', String.raw`\"`);
