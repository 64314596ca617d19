import { expect } from '@jest/globals';
import { prometheusText } from '../../../src/contract/prometheus.ts';
import { verifies } from '../../spec/verifies.ts';
import { parseExposition } from '../../harness/exposition.ts';

verifies('metrics.prometheus', 'follows the format, with escapes', async () => {
  const nasty = 'a"b\\c\nd\u{1F600}';
  const text = await prometheusText([
    {
      name: 'up',
      help: `back\\slash and\nline`,
      kind: 'gauge',
      series: [{ labels: {}, value: 1, samples: 1 }],
    },
    {
      name: 'calls_total',
      help: 'Calls.',
      kind: 'counter',
      series: [
        { labels: { model: nasty, a: '' }, value: 2.5, samples: 1 },
        { labels: { model: 'b' }, value: 1e21, samples: 1 },
      ],
    },
    { name: 'none', help: 'Nothing to tell.', kind: 'gauge', series: [] },
    {
      name: 'took_seconds',
      help: 'Time.',
      kind: 'histogram',
      buckets: [
        { atMost: 0.5, count: 1 },
        { atMost: 1, count: 3 },
      ],
      sum: 9.25,
      count: 4,
    },
    { name: 'odd', help: 'x', kind: 'gauge', series: [{ labels: {}, value: Infinity, samples: 0 }] },
  ]);
  // Empty lines have no meaning in this format.
  expect(text.replaceAll('\n\n', '\n')).toBe(
    [
      '# HELP up back\\\\slash and\\nline',
      '# TYPE up gauge',
      'up 1',
      '# HELP calls_total Calls.',
      '# TYPE calls_total counter',
      'calls_total{model="a\\"b\\\\c\\nd\u{1F600}",a=""} 2.5',
      'calls_total{model="b"} 1e+21',
      '# HELP took_seconds Time.',
      '# TYPE took_seconds histogram',
      'took_seconds_bucket{le="0.5"} 1',
      'took_seconds_bucket{le="1"} 3',
      'took_seconds_bucket{le="+Inf"} 4',
      'took_seconds_sum 9.25',
      'took_seconds_count 4',
      '# HELP odd x',
      '# TYPE odd gauge',
      'odd +Inf',
      '',
    ].join('\n'),
  );
  expect(parseExposition(text).get('calls_total')?.samples[0]?.labels).toEqual({ model: nasty, a: '' });
});
