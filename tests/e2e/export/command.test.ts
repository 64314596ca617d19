import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { exited } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { anEngine, begin, svc } from '../cli/engines.ts';
import { until } from '../http/wire.ts';
import { exported } from './document.ts';
import { seeded } from './seeded.ts';
import { entriesOf, zipOf } from './zips.ts';

jest.setTimeout(180_000);

const demo = { SVC_DEMO: '1' };

async function filled() {
  const dataDir = join(temporaryDir(), 'data');
  const engine = await anEngine(dataDir, demo);
  await seeded({ baseUrl: engine.baseUrl, dataDir });
  return { dataDir, engine };
}

verifies(
  ['exports.command', 'imports.round-trip'],
  'svc export and svc import work beside a running engine and without one',
  async () => {
    const { dataDir, engine } = await filled();
    const folder = temporaryDir();
    const file = join(folder, 'all.zip');
    const running = await svc(dataDir, ['export', file]);
    expect(running).toMatchObject({ code: 0, stdout: `${file}\n` });
    expect(running.stderr).toMatch(
      /Exported: 3 conversations, \d+ files and folders, \d+ items in all \([\d.]+ MB\)\./u,
    );
    const before = readFileSync(file);
    const again = await svc(dataDir, ['export', file]);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already: name another file.'),
    });
    expect(readFileSync(file)).toEqual(before);
    await exited(engine);
    const alone = join(folder, 'alone.zip');
    expect(await svc(dataDir, ['export', alone])).toMatchObject({ code: 0, stdout: `${alone}\n` });
    expect(Object.keys(await entriesOf(readFileSync(alone)))).toEqual(Object.keys(await entriesOf(before)));
    expect(readdirSync(folder).toSorted()).toEqual(['all.zip', 'alone.zip']);

    const other = join(temporaryDir(), 'data');
    const imported = await svc(other, ['import', alone]);
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.stderr).toMatch(/Imported: 3 conversations, \d+ files and folders, \d+ items in all\./u);
    expect(imported.stderr).toContain('Set these again with svc secret set: SHOP.');
    const twice = await svc(other, ['import', alone]);
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('has data already') });
    writeFileSync(join(folder, 'no.zip'), 'no zip');
    const empty = join(temporaryDir(), 'data');
    const refused = await svc(empty, ['import', join(folder, 'no.zip')]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed.') });
    expect(await svc(empty, ['import', join(folder, 'absent.zip')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read: it is not there.'),
    });
  },
);

verifies(
  ['exports.command', 'imports.empty'],
  'what has nothing in it says so, also for a program, and two exports of a day get two names',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    const folder = temporaryDir();
    const file = join(folder, 'nothing.zip');
    const exporting = await svc(dataDir, ['export', file, '--json']);
    expect(exporting.stderr).toContain('Exported: there was nothing of yours yet');
    expect(JSON.parse(exporting.stdout)).toMatchObject({ file, state: 'complete', counts: { threads: 0 } });
    const importing = await svc(join(temporaryDir(), 'data'), ['import', file, '--json']);
    expect(importing.stderr).toContain('Imported: there was nothing of yours yet');
    expect(JSON.parse(importing.stdout)).toMatchObject({ counts: { threads: 0 }, secrets: [] });
  },
);

verifies('exports.command', 'an export that is interrupted leaves no file', async () => {
  const { dataDir } = await filled();
  const folder = temporaryDir();
  const command = begin(dataDir, ['export', join(folder, 'all.zip')]);
  await until('it writes', () => readdirSync(folder).length > 0 || command.process.exitCode !== null);
  await exited(command, 'SIGKILL');
  const named = readdirSync(folder).filter((name) => !name.startsWith('.svc-tmp-'));
  // It may have ended before: then the file is whole.
  for (const name of named)
    expect(Object.keys(await entriesOf(readFileSync(join(folder, name))))).toContain('export.json');
  expect(named.length).toBeLessThanOrEqual(1);
});

/** The text of a file that may go at any moment; '' if there is none. */
function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** What the engine makes or finds again after its start, sooner or later. */
const DERIVED = /^(?:graphMarks|mentions|people)$/u;

verifies('imports.kill', 'killed anywhere, an import has happened entirely or not at all', async () => {
  const { dataDir, engine } = await filled();
  const zip = await zipOf(engine.baseUrl);
  const whole = (await exported(engine.baseUrl)).sections;
  await exited(engine, 'SIGKILL');
  expect(existsSync(dataDir)).toBe(true);
  const inStaging = (into: string, name: string): boolean => {
    const staging = join(into, 'restore-staging');
    return existsSync(staging) && readdirSync(staging).some((id) => existsSync(join(staging, id, name)));
  };
  const phase = (into: string): string => textAt(join(into, 'restore.json'));
  const points: Record<string, (into: string) => boolean> = {
    'the zip arrives': (into) => inStaging(into, '.import.zip'),
    'databases are made': (into) => inStaging(into, 'history.db'),
    'files are unpacked': (into) => inStaging(into, 'workspace'),
    'it is settled': (into) => inStaging(into, 'sweeps') && !inStaging(into, '.import.zip'),
    'it is intended': (into) => phase(into) !== '',
    'files are aside': (into) => existsSync(join(into, 'restore-aside')),
    'files are moved in': (into) => phase(into).includes('"phase": "in"'),
    'the engine opens them': (into) => phase(into).includes('"phase": "opening"'),
  };
  const outcomes: string[] = [];
  for (const [name, isThere] of Object.entries(points)) {
    const into = join(temporaryDir(), 'data');
    const target = await anEngine(into, demo);
    const importing = target.client['export.import']({ body: new Blob([zip]) }).catch(() => null);
    let isOver = false;
    void importing.then(() => setTimeout(() => (isOver = true), 5_000).unref());
    await until(name, () => isThere(into) || isOver);
    await exited(target, 'SIGKILL');
    await importing;
    const next = await anEngine(into, demo);
    const { sections, complete } = await exported(next.baseUrl);
    expect([name, complete]).toEqual([name, true]);
    const found = Object.entries(sections).map(([section, { count }]) => [section, count]);
    const counted = found.filter(([section, count]) => !DERIVED.test(String(section)) && count !== 0);
    const all = Object.entries(whole)
      .filter(
        ([section, { count }]) => !DERIVED.test(section) && !section.startsWith('secret') && count !== 0,
      )
      .map(([section, { count }]) => [section, count]);
    if (counted.length > 0) expect([name, counted]).toEqual([name, all]);
    outcomes.push(counted.length > 0 ? 'imported' : 'nothing');
    expect([name, existsSync(join(into, 'restore-staging')), existsSync(join(into, 'restore.json'))]).toEqual(
      [name, false, false],
    );
    await exited(next, 'SIGKILL');
  }
  expect(new Set(outcomes)).toEqual(new Set(['nothing', 'imported']));
});
