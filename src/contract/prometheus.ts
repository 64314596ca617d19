import type { Labels, Metric } from '../core/metrics/model.ts';

/** Prometheus text exposition format, version 0.0.4. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in that format: each with its HELP and TYPE once, and its samples right after them. */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics
    .filter((metric) => metric.kind === 'histogram' || metric.series.length > 0)
    .map(
      (metric) =>
        `# HELP ${metric.name} ${escaped(metric.help)}\n# TYPE ${metric.name} ${metric.kind}\n${samplesOf(metric)}`,
    )
    .join('');
}

function samplesOf(metric: Metric): string {
  const { name } = metric;
  if (metric.kind !== 'histogram')
    return metric.series.map(({ labels, value }) => sample(name, labels, value)).join('');
  const { buckets, sum, count } = metric;
  return [
    ...buckets.map((bucket) => sample(`${name}_bucket`, { le: numberText(bucket.atMost) }, bucket.count)),
    sample(`${name}_bucket`, { le: '+Inf' }, count),
    sample(`${name}_sum`, {}, sum),
    sample(`${name}_count`, {}, count),
  ].join('');
}

const sample = (name: string, labels: Labels, value: number): string =>
  `${seriesName(name, labels)} ${numberText(value)}\n`;

/** A series as the format names it. */
export function seriesName(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([key, value]) => `${key}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function numberText(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}
