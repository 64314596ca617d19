import { describe, expect, test } from '@jest/globals';
import ProvenReporter, { type Given } from '../../config/tooling/proven-reporter.mjs';
import { requirement, type Run } from './requirements/requirement.ts';

const entry = (run: Run): readonly [string, ReturnType<typeof requirement>] => [
  `a.${run}`,
  requirement('ours: behaviour', 'It is so.', run),
];
const entries = [entry('quick'), entry('long'), entry('browser'), entry('torture')];
const everyId = entries.map(([id]) => id);

/** What a run with these tests says at its end: the ids without proof, or null where it is content. */
function saidAfter(
  tests: Readonly<Record<string, 'passed' | 'pending'>>,
  given: Given = {},
  asked: object = {},
): string | null {
  const reporter = new ProvenReporter(asked, {
    entries,
    cited: new Set(everyId),
    args: [],
    tests: 'quick',
    say: () => undefined,
    ...given,
  });
  const testResults = Object.entries(tests).map(([id, status]) => ({
    testFilePath: '/x.test.ts',
    numFailingTests: 0,
    testResults: [{ title: `it is so [${id}]`, status }],
  }));
  reporter.onRunComplete(new Set(), { testResults, numFailedTests: 0, wasInterrupted: false, startTime: 0 });
  return reporter.getLastError()?.message.split(': ')[1] ?? null;
}

describe('a run of the whole suite fails unless it proves what it was asked to', () => {
  const all = { tests: 'all' } as const;
  const passing = { 'a.quick': 'passed', 'a.long': 'passed', 'a.browser': 'passed' } as const;
  const cases: readonly (readonly [string, string | null, string | null])[] = [
    ['the short run needs what it tries itself', null, saidAfter({ 'a.quick': 'passed' })],
    ['a skipped test', 'a.quick', saidAfter({ 'a.quick': 'pending' })],
    ['a project without files', 'a.quick', saidAfter({})],
    ['all tests', null, saidAfter(passing, all)],
    ['all tests without a browser', 'a.browser', saidAfter({ 'a.quick': 'passed', 'a.long': 'passed' }, all)],
    ['all tests, a long one skipped', 'a.long', saidAfter({ ...passing, 'a.long': 'pending' }, all)],
    [
      'a scenario of torture that is gone',
      'a.torture',
      saidAfter(passing, { ...all, cited: new Set(everyId.slice(0, 3)) }),
    ],
    [
      'the long tests, without those of the browser',
      null,
      saidAfter({ 'a.quick': 'passed', 'a.long': 'passed' }, { tests: 'long' }),
    ],
    ['some tests by their path', null, saidAfter({}, {}, { testPathPatterns: { patterns: ['x'] } })],
    ['one project by its name', null, saidAfter({}, { args: ['--selectProjects', 'core'] })],
  ];
  test.each(cases)('%s', (_name, wanted, said) => expect(said).toBe(wanted));
});
