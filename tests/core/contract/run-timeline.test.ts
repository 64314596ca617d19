import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import { expect, it } from '@jest/globals';
import { minuteIn, secondIn } from '../../../src/contract/cli/local-time.ts';
import { timelineLines } from '../../../src/contract/cli/replays.ts';

const span = {
  kind: 'model',
  name: 'm-1',
  agentId: null,
  startedAt: '2026-07-01T10:00:05.000Z',
  durationMs: 1_500,
  costUsd: 0.25,
  usage: null,
  success: true,
  toolCallId: null,
  seq: 2,
} as const;
const run = { status: 'completed', stopReason: 'end_turn', model: 'm-1', durationMs: 2_000, costUsd: 0.25 };
const timeline = (priceKnown: boolean, spans: readonly object[]) =>
  timelineLines(
    { run: { ...run, priceKnown }, spans, isCut: false } as unknown as Parameters<typeof timelineLines>[0],
    englishTeller,
  );

it('says when each step began by the clock of this machine, what it cost, and what the run cost', () => {
  const at = minuteIn(span.startedAt, new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const free = { ...span, costUsd: 0 };
  const tool = { ...span, kind: 'tool', name: 'read_file', costUsd: null, success: false };
  expect(timeline(true, [span, free, tool])).toEqual([
    [`${at}:05`, '1.5 s', 'model', 'm-1', '$0.2500', ''],
    [`${at}:05`, '1.5 s', 'model', 'm-1', '$0.0000', ''],
    [`${at}:05`, '1.5 s', 'tool', 'read_file', '', 'failed'],
    ['in all', '2.0 s', 'completed', 'm-1', '$0.2500'],
  ]);
  expect(timeline(false, [span])[0]).toContain('about $0.2500');
  expect(timeline(true, [])).toEqual([]);
  expect(secondIn(span.startedAt, 'Europe/Vienna')).toBe('2026-07-01 12:00:05');
});
