import { expect, it } from '@jest/globals';
import {
  besideFields,
  bodyOf,
  changesOf,
  freshFormValues,
  formValuesOf,
  listOf,
  whensOf,
  withDraft,
  wrongIn,
  type FormValues,
} from '../../src/page/automation/form-values.ts';
import { expectationOf, standingOf, whenOf } from '../../src/page/automation/in-words.ts';
import { partsOf } from '../../src/page/automation/input-parts.ts';
import { isCutOff, outcomeOf } from '../../src/page/automation/outcome.ts';
import type { Trigger } from '../../src/page/automation/triggers.ts';
import { untilDue } from '../../src/page/automation/until-due.ts';
import { instantOf, localInput, relative } from '../../src/page/parts/format.ts';
import { lineOf } from '../../src/page/running/in-words.ts';
import { verifies } from '../spec/verifies.ts';

const NOW = Date.parse('2026-11-24T12:00:00.000Z');
const ended = { cause: 'due' as const, endedAt: '2026-11-24T12:00:00.000Z' };
const because = (code: string) => ({ code, text: `Because of ${code}.` });

verifies('page.automation.outcomes', 'calls nothing good that was not checked', () => {
  const all = [
    { ...ended, outcome: 'verified' as const, reason: null },
    { ...ended, outcome: 'unverified' as const, reason: null },
    { ...ended, outcome: 'failed' as const, reason: because('expected_file') },
    { ...ended, outcome: 'failed' as const, reason: because('interrupted') },
    { ...ended, outcome: 'failed' as const, reason: because('stopped') },
    { ...ended, outcome: 'skipped' as const, reason: because('still_running') },
    { ...ended, outcome: 'missed' as const, reason: null },
    { ...ended, outcome: 'waiting' as const, reason: null, endedAt: null },
    { ...ended, outcome: null, reason: null, endedAt: null },
    { ...ended, cause: 'test' as const, outcome: 'unverified' as const, reason: null },
    { ...ended, cause: 'test' as const, outcome: 'failed' as const, reason: because('budget') },
    { ...ended, cause: 'test' as const, outcome: null, reason: null, endedAt: null },
  ];
  expect(
    all.map((one) => outcomeOf(one, false)).map(({ words, tone, reason }) => [words, tone, reason]),
  ).toEqual([
    ['Done, checked', 'good', ''],
    ['Ended, not checked', 'neutral', 'No check says whether it did what you wanted.'],
    ['Failed', 'bad', 'Because of expected_file.'],
    ['Cut off: svc stopped', 'bad', 'Because of interrupted.'],
    ['Stopped', 'neutral', ''],
    ['Skipped', 'neutral', 'Because of still_running.'],
    ['Missed', 'warn', ''],
    ['Waits for you', 'warn', ''],
    ['In progress', 'neutral', ''],
    ['Tried', 'neutral', 'This was a test. Nothing was carried out.'],
    ['Failed', 'bad', 'Because of budget.'],
    ['Being tried', 'neutral', ''],
  ]);
  expect(all.map(isCutOff).indexOf(true)).toBe(3);
});

verifies('page.running.known', 'says of no automation that it runs or waits while the engine is away', () => {
  const going = { cause: 'due' as const, outcome: null, reason: null, endedAt: null };
  const all = [
    going,
    { ...going, outcome: 'waiting' as const },
    { ...going, cause: 'test' as const },
    { ...ended, outcome: 'verified' as const, reason: null },
  ];
  expect(all.map((one) => outcomeOf(one, true).name)).toEqual(['unknown', 'unknown', 'unknown', 'verified']);
  const trigger = { confirmedAt: '2026-01-01', enabled: true, nextRunAt: null, lastRun: null };
  expect(standingOf({ ...trigger, running: true }, true)).toBe('unknown');
  expect(standingOf({ ...trigger, running: false }, true)).toBe('over');
});

verifies('page.drafts', 'takes of a draft only what its form can hold', () => {
  const fresh = freshFormValues('UTC');
  const draft = { title: 'Report', effect: 'notify', when: 'watch', url: 'https://a.test', monthUsd: '5' };
  expect(withDraft(fresh, draft)).toEqual({ ...fresh, ...draft });
  expect(withDraft(fresh, {})).toEqual(fresh);
  const wrong = {
    title: 5,
    effect: 'launch',
    when: 'constructor',
    artifact: 'pdf',
    success: null,
    more: 'x',
  };
  expect(withDraft(fresh, wrong)).toEqual(fresh);
  const values = { effect: 'run_workflow', workflowId: 'wf-1', parameters: { day: 'monday', count: 3 } };
  expect(withDraft(fresh, values)).toEqual({ ...fresh, ...values, parameters: { day: 'monday' } });
  expect(withDraft(fresh, { parameters: 'x' })).toEqual(fresh);
  expect(withDraft(fresh, { effect: 'backup', when: 'watch' })).toMatchObject({
    effect: 'backup',
    when: 'schedule',
  });
});

it('says when a trigger is due, and how it stands', () => {
  const says = { words: null, mayDo: [] };
  const none = { schedule: null, words: null, says, timeZone: 'UTC', runAt: null, watch: null };
  expect(whenOf({ ...none, schedule: '0 8 * * *', words: 'At 08:00', timeZone: 'Europe/Vienna' })).toBe(
    'At 08:00 (Europe/Vienna)',
  );
  // A schedule that cannot be read any more is shown as it is written.
  expect(whenOf({ ...none, schedule: '?' })).toBe('? (UTC)');
  const watch = { url: 'https://a.test', intervalMinutes: 120, selector: 'main', checkedAt: null };
  expect(whenOf({ ...none, watch })).toBe('Reads https://a.test every 2 hours, the part main');
  const on = {
    confirmedAt: '2026-01-01',
    running: false,
    enabled: true,
    nextRunAt: '2026-01-01',
    lastRun: null,
  };
  const standings = [
    on,
    { ...on, nextRunAt: null },
    { ...on, enabled: false },
    { ...on, running: true },
    { ...on, confirmedAt: null },
  ];
  expect(standings.map((one) => standingOf(one, false))).toEqual([
    'on',
    'over',
    'paused',
    'running',
    'unconfirmed',
  ]);
  expect(expectationOf({ kind: 'answer', matches: 'a+' })).toBe('The answer matches a+.');
  expect(expectationOf(null)).toBe(null);
  expect(expectationOf({ kind: 'artifact', type: 'csv' })).toBe('An artifact of the type CSV is saved.');
  const given = { ...freshFormValues('UTC'), success: 'artifact' } as const;
  expect(bodyOf(given).expectation).toEqual({ kind: 'artifact' });
  expect(bodyOf({ ...given, artifact: 'csv' }).expectation).toEqual({ kind: 'artifact', type: 'csv' });
});

const given: FormValues = {
  ...freshFormValues('Europe/Vienna'),
  title: ' Report ',
  schedule: '0 8 * * *',
  task: 'Write it.',
  success: 'changed',
  path: 'report.md',
  hosts: 'api.example.org, , b.example.org,api.example.org',
  runUsd: '0,50',
};

verifies('page.automation', 'asks for what was typed, and for nothing that was hidden meanwhile', () => {
  expect(bodyOf(given)).toEqual({
    title: 'Report',
    effect: 'run_agent',
    schedule: '0 8 * * *',
    timeZone: 'Europe/Vienna',
    task: 'Write it.',
    expectation: { kind: 'file', path: 'report.md', changed: true },
    profile: null,
    ceilings: { runUsd: 0.5, monthUsd: null },
    permissions: { hosts: ['api.example.org', 'b.example.org'], folders: [], tools: [] },
  });
  const watch = { ...given, when: 'watch' as const, url: 'https://a.test' };
  expect(bodyOf(watch)).toMatchObject({
    watch: { url: 'https://a.test', intervalMinutes: 60, selector: null },
  });
  expect(bodyOf(watch)).not.toHaveProperty('permissions');
  expect(bodyOf({ ...given, effect: 'backup' })).toEqual({
    title: 'Report',
    effect: 'backup',
    schedule: '0 8 * * *',
    timeZone: 'Europe/Vienna',
  });
  expect(changesOf(given, given)).toBe(null);
  expect(changesOf(given, { ...given, success: 'none', title: 'Report', folders: '.' })).toEqual({
    expectation: null,
    permissions: { hosts: ['api.example.org', 'b.example.org'], folders: ['.'], tools: [] },
  });
  expect(listOf(' a ,\nb,a')).toEqual(['a', 'b']);
});

verifies('page.automation', 'tells beside each field what is wrong with it', () => {
  expect(wrongIn(given)).toEqual({});
  expect(Object.keys(wrongIn({ ...freshFormValues('UTC'), schedule: '' }))).toEqual([
    'title',
    'schedule',
    'task',
  ]);
  const http = { ...given, success: 'http' as const, status: '99', monthUsd: 'much' };
  expect(Object.keys(wrongIn(http))).toEqual(['address', 'status', 'monthUsd']);
  const watch = { ...given, when: 'watch' as const, interval: '4' };
  expect(Object.keys(wrongIn(watch))).toEqual(['url', 'interval']);
  expect(Object.keys(wrongIn({ ...given, when: 'once' }))).toEqual(['runAt']);
  expect(wrongIn({ ...freshFormValues('UTC'), title: 'a', effect: 'backup', schedule: '@daily' })).toEqual(
    {},
  );

  const refused = (code: string | null, text = 'No.') =>
    Object.keys(besideFields(given, { code, text, violations: [] }));
  expect(refused('invalid_schedule')).toEqual(['schedule']);
  expect(refused('invalid_time_zone')).toEqual(['timeZone']);
  expect(refused('invalid_expectation')).toEqual(['path']);
  expect(refused('invalid_permission', '"b.example.org" is not a host.')).toEqual(['hosts']);
  expect(refused('invalid_permission', 'Something else.')).toEqual(['rest']);
  expect(refused('store_full')).toEqual(['rest']);
  const violations = [
    { path: '/watch/intervalMinutes', message: 'Too often.' },
    { path: '/expectation/url', message: 'No address.' },
    { path: '/permissions/folders/0', message: 'Too long.' },
    { path: '/elsewhere', message: 'Odd.' },
  ];
  expect(besideFields(given, { code: 'invalid_body', text: 'No.', violations })).toEqual({
    interval: 'Too often.',
    address: 'No address.',
    folders: 'Too long.',
    rest: 'Odd.',
  });
});

const parameters = [
  { name: 'day', description: null, type: 'string' as const, default: null },
  { name: 'count', description: null, type: 'number' as const, default: 3 },
  { name: 'constructor', description: null, type: 'boolean' as const, default: null },
];
const carried: FormValues = {
  ...given,
  effect: 'run_workflow',
  workflowId: 'wf-1',
  parameters: { day: 'monday', count: '4.5', constructor: 'true' },
};

verifies('page.automation.workflows', 'asks for a workflow with its values in their types', () => {
  expect(wrongIn(carried, parameters)).toEqual({});
  expect(wrongIn({ ...carried, monthUsd: 'x' }, parameters)).toMatchObject({ monthUsd: expect.any(String) });
  expect(bodyOf({ ...carried, monthUsd: '7.5' }, parameters)).toEqual({
    title: 'Report',
    effect: 'run_workflow',
    ceilings: { monthUsd: 7.5 },
    schedule: '0 8 * * *',
    timeZone: 'Europe/Vienna',
    workflowId: 'wf-1',
    parameters: { day: 'monday', count: 4.5, constructor: true },
  });
  expect(whensOf('run_workflow')).toEqual(['schedule', 'once']);
  expect(wrongIn({ ...carried, workflowId: '' }, [])).toEqual({ workflowId: 'Choose a workflow.' });
  // A parameter that has the name of a field, or of what every object has, is told beside itself.
  const wrong = wrongIn({ ...carried, title: 'Report', parameters: { count: 'many' } }, parameters);
  expect(Object.keys(wrong)).toEqual(['parameters']);
  expect([...(wrong.parameters ?? [])].map(([name]) => name)).toEqual(['day', 'count', 'constructor']);

  const refused = (code: string) => Object.keys(besideFields(carried, { code, text: 'No.', violations: [] }));
  expect([...refused('workflow_not_found'), ...refused('invalid_parameters')]).toEqual([
    'workflowId',
    'workflowId',
  ]);
  const violations = [{ path: '/parameters/title', message: 'Too long.' }];
  expect(besideFields(carried, { code: 'invalid_body', text: 'No.', violations })).toEqual({
    workflowId: 'Too long.',
  });
});

verifies(
  'page.automation.workflows',
  'changes title and time of an automation without sending its workflow',
  () => {
    const trigger = {
      title: 'Report',
      effect: 'run_workflow',
      schedule: '0 8 * * *',
      timeZone: 'UTC',
      runAt: null,
      watch: null,
      task: null,
      workflowId: 'wf-1',
      parameters: { day: 'monday' },
      expectation: null,
      profile: null,
      permissions: { tools: [], hosts: [], folders: [] },
      ceilings: { runUsd: null, monthUsd: null },
    } as unknown as Trigger;
    const before = formValuesOf(trigger);
    expect(before.effect).toBe('run_workflow');
    expect(wrongIn(before)).toEqual({});
    expect(changesOf(before, before)).toBe(null);
    expect(changesOf(before, { ...before, title: 'Other', schedule: '@daily', workflowId: 'wf-2' })).toEqual({
      title: 'Other',
      schedule: '@daily',
    });
  },
);

it('shows what a tool would have been given by its fields', () => {
  expect(partsOf('{"path":"a.md","lines":[1,2]}')).toEqual([
    { name: 'path', text: 'a.md' },
    { name: 'lines', text: '[1,2]' },
  ]);
  expect(partsOf('{"path":"a.m…')).toEqual([{ name: '', text: '{"path":"a.m…' }]);
  expect(partsOf('a backup of everything')).toEqual([{ name: '', text: 'a backup of everything' }]);
});

it('says how far something is, in a unit that says enough', () => {
  const at = (seconds: number) => relative(new Date(NOW + seconds * 1000).toISOString(), NOW);
  const hour = 3600;
  expect([
    at(-0.4),
    at(0),
    at(-5),
    at(59),
    at(89 * 60),
    at(3 * hour - 2),
    at(-30 * hour),
    at(47.9 * hour),
  ]).toEqual([
    'just now',
    'just now',
    '5 seconds ago',
    'in 59 seconds',
    'in 89 minutes',
    'in 3 hours',
    '30 hours ago',
    'in 2 days',
  ]);
  expect([at(8 * 24 * hour), at(28 * 24 * hour), at(400 * 24 * hour)]).toEqual([
    'in 8 days',
    'in 4 weeks',
    'in 13 months',
  ]);
});

it('takes an instant to the field of a browser and back', () => {
  const at = '2027-03-28T01:30:00.000Z';
  expect(instantOf(localInput(at))).toBe(at);
  expect([instantOf(''), instantOf('tomorrow')]).toEqual([null, null]);
});

verifies('page.running', 'says in one line what runs', () => {
  expect(lineOf([])).toBe('');
  expect(lineOf([{ title: 'Report', waiting: true }])).toBe('Running: Report (waits for you)');
  expect(
    lineOf([
      { title: 'Report', waiting: false },
      { title: '\u202Eevil', waiting: false },
      { title: '', waiting: false },
    ]),
  ).toBe('3 things run: Report, \uFFFDevil, A conversation');
});

it('reads notices after a trigger was due, and otherwise seldom', () => {
  const due = (seconds: number) => ({ nextRunAt: new Date(NOW + seconds * 1000).toISOString() });
  expect(untilDue([], NOW)).toBe(60_000);
  expect(untilDue([{ nextRunAt: null }, due(600)], NOW)).toBe(60_000);
  expect(untilDue([due(20), due(600)], NOW)).toBe(21_500);
  expect(untilDue([due(-600)], NOW)).toBe(5_000);
});
