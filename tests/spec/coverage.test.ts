import { expect, test } from '@jest/globals';
import { citations } from './citations.ts';
import { runOf } from './judged.ts';
import { promisesPage } from './page.ts';
import { entries } from './requirements.ts';
import { heading } from './requirements/headings.ts';
import { promiseIds } from './requirements/promises.ts';
import type { Run, Source } from './requirements/requirement.ts';

const open = entries.filter(([, { deferred }]) => deferred === undefined).map(([id]) => id);
const named = new Set<Source>(entries.flatMap(([, { from }]) => from));

test('every requirement that is not deferred is cited by a test', () => {
  const cited = citations();
  expect(open.filter((id) => !cited.has(id))).toEqual([]);
});

test('every cited id exists and is not deferred', () => {
  const known = new Set<string>(open);
  expect([...citations().keys()].filter((id) => !known.has(id))).toEqual([]);
});

test('each requirement names the first run that proves it', () => {
  const cited = citations();
  const order: readonly Run[] = ['quick', 'long', 'browser', 'torture'];
  const first = (id: string) => {
    const runs = new Set((cited.get(id) ?? []).map(runOf));
    return order.find((run) => runs.has(run));
  };
  const differing = entries.flatMap(([id, { provenIn, deferred }]) =>
    deferred !== undefined || provenIn === first(id) ? [] : [`${id}: ${provenIn}, by its tests ${first(id)}`],
  );
  expect(differing).toEqual([]);
});

test('no id is used twice', () => {
  const ids = entries.map(([id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('every heading of the specification and every promise has an entry', () => {
  const ours = promiseIds.map((id): Source => `ours: promise ${id}`);
  expect([...Object.values(heading), ...ours].filter((source) => !named.has(source))).toEqual([]);
});

test('no two promises share an id', () => {
  expect(promiseIds.filter((id, index) => promiseIds.indexOf(id) !== index)).toEqual([]);
});

test('the page of promises has every entry that is ours', () => {
  const page = promisesPage();
  const ours = entries.filter(([, { from }]) => from.some((source) => source.startsWith('ours: ')));
  expect(ours.length).toBeGreaterThan(100);
  expect(ours.map(([id]) => id).filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});
