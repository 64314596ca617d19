import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import { expect, it } from '@jest/globals';
import { triggers } from '../../../src/contract/cli/triggers.ts';

const history = triggers[0]?.commands?.find(({ name }) => name === 'history');
const fireLine = (one: object) =>
  history?.asks?.lines?.({ runs: [one] }, englishTeller)[0] as readonly string[];

const fire = {
  runId: null,
  workflowRunId: null,
  dueAt: '2026-07-01T10:00:00.000Z',
  cause: 'due',
  startedAt: '2026-07-01T10:00:00.000Z',
  endedAt: '2026-07-01T10:00:01.000Z',
  outcome: 'unverified',
  reason: null,
  missed: 0,
  missedReason: null,
  costUsd: 0.25,
  priceKnown: true,
  notCarriedOut: [],
} as const;

it('says “about” before a cost that was estimated, and nothing where nothing was spent', () => {
  expect(fireLine(fire).at(-1)).toBe('$0.2500');
  expect(fireLine({ ...fire, priceKnown: false }).at(-1)).toBe('about $0.2500');
  expect(fireLine({ ...fire, costUsd: 0, priceKnown: false }).at(-1)).toBe('');
});
