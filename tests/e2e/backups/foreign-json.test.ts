// What is JSON in the rows of another machine: whatever comes in can be read.
import Database from 'better-sqlite3';
import { readdirSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest } from '@jest/globals';
import { arrive } from '../../../src/adapters/out/sqlite/arrive.ts';
import {
  exportedDatabases,
  type ExportedDatabase,
} from '../../../src/adapters/out/sqlite/export/databases.ts';
import { anything } from '../../../src/adapters/out/sqlite/shape.ts';
import { canonicalJson, type Json } from '../../../src/core/kernel/json.ts';
import { fillFresh } from '../../harness/fresh-databases.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { thinned } from '../../harness/thinned.ts';
import { verifies } from '../../spec/verifies.ts';
import { routes, type Route } from '../http/routes.ts';
import { IDS, SOUND, type SoundValue } from './sound-rows.ts';

jest.setTimeout(300_000);

/** A place with a value that its writer never wrote. */
interface Wrong {
  readonly sound: SoundValue;
  readonly value: Json;
}

const DEEP = Array.from({ length: 200 }).reduce<Json>((inner) => [inner], 1);
const SHAPES: readonly Json[] = [{}, [], [{}], [null], ['x'], 'x', -1.5, true, null, DEEP];

/** This value and everything in it, in turn, in another shape or left out. */
function* misshapen(value: Json): Generator<Json> {
  yield* SHAPES.filter((shape) => typeof shape !== 'string' || typeof value !== 'string');
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries())
      for (const other of misshapen(member as Json)) yield value.with(index, other) as Json;
    return;
  }
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...others } = value as Record<string, Json>;
    yield others;
    for (const other of misshapen(member)) yield { ...others, [name]: other };
  }
}

const textOf = ({ value, sound }: Wrong): string =>
  `${sound.table}.${sound.column} ${sound.where} = ${JSON.stringify(value).slice(0, 200)}`;

/** Fills the databases of a directory with one row of everything. */
function filled(dir: string): void {
  fillFresh(dir);
  for (const { name } of exportedDatabases) {
    const connection = new Database(join(dir, name));
    connection.pragma('foreign_keys = OFF');
    const rows = SOUND.filter((one) => one.database === name);
    for (const { sql } of rows) if (sql !== undefined) connection.exec(sql);
    for (const { table, column, where, value } of rows)
      connection.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE ${where}`).run(JSON.stringify(value));
    expect(connection.pragma('foreign_key_check')).toEqual([]);
    connection.close();
  }
}

const copyOf = (dir: string): string => {
  const copy = temporaryDir();
  for (const name of readdirSync(dir)) copyFileSync(join(dir, name), join(copy, name));
  return copy;
};

/** Whether nothing of these tables comes in with these values. */
function isRefused(
  connection: Database.Database,
  tables: ExportedDatabase['tables'],
  wrong: readonly Wrong[],
): boolean {
  try {
    for (const { sound, value } of wrong)
      connection
        .prepare(`UPDATE "${sound.table}" SET "${sound.column}" = ? WHERE ${sound.where}`)
        .run(JSON.stringify(value));
    arrive(connection, tables, { at: Date.UTC(2026, 0, 2), isOwn: false, alive: () => undefined });
    return false;
  } catch (error) {
    const { name, code } = error as { readonly name: string; readonly code?: string };
    // Columns that are generated from it cannot hold everything.
    expect(code ?? name).toMatch(/^(?:UnusableItem|SQLITE_CONSTRAINT_DATATYPE)$/u);
    return true;
  }
}

/** Not asked: streams without an end, what needs a network, and what has no rows. */
const NOT_READ = /^(?:threads\.events|providers\.|google\.|files\.|backups\.|migration\.|login\.)/u;
const read = routes.filter(({ method, operation }) => method === 'GET' && !NOT_READ.test(operation));

function addressOf({ path, row }: Route): string {
  const of = path
    .replace('/workflow-definitions/:id', `/workflow-definitions/${IDS.workflow}`)
    .replace('/workflows/:id', `/workflows/${IDS.workflowRun}`)
    .replace('/triggers/:id', `/triggers/${IDS.trigger}`)
    .replace('/tasks/:id', `/tasks/${IDS.task}`)
    .replace('/sessions/:id', `/sessions/${IDS.session}`)
    .replace('/threads/:id', `/threads/${IDS.thread}`)
    .replace('/runs/:id', `/runs/${IDS.run}`)
    .replace(':runId', IDS.run)
    .replace(':otherId', IDS.otherRun)
    .replace(':collection', 'things')
    .replace(/:\w+/gu, IDS.unknown);
  const required = (row.query as { required?: readonly string[] } | undefined)?.required ?? [];
  return `${of}?${required.map((name) => `${name}=${IDS.unknown}`).join('&')}`;
}

verifies('rows.elsewhere', 'each column of JSON has a sound value to try', () => {
  const missing = exportedDatabases.flatMap(({ name, tables }) => {
    const connection = new Database(join(fresh, name), { readonly: true });
    const columns = Object.entries(tables).flatMap(([table, { arriving }]) => {
      if (arriving === 'derived' || !('columns' in arriving)) return [];
      const found = connection
        .prepare('SELECT name FROM pragma_table_info(?)')
        .pluck()
        .all(table) as string[];
      return found.filter((column) => column.endsWith('_json')).map((column) => `${table}.${column}`);
    });
    connection.close();
    return columns.filter((place) => !SOUND.some(({ table, column }) => `${table}.${column}` === place));
  });
  expect(missing).toEqual([]);
});

const fresh = temporaryDir();
fillFresh(fresh);

verifies(
  'rows.elsewhere',
  'JSON of any other shape is refused, or everything that reads it answers',
  async () => {
    const dir = temporaryDir();
    filled(dir);
    const rounds: Wrong[][] = [[]];
    let refused = 0;
    for (const { name, tables } of exportedDatabases) {
      const connection = new Database(join(dir, name));
      connection.pragma('foreign_keys = OFF');
      for (const sound of SOUND.filter((one) => one.database === name)) {
        const seen = new Set([canonicalJson(sound.value)]);
        let passed = 0;
        const { arriving } = tables[sound.table]!;
        const arrival =
          arriving !== 'derived' && 'columns' in arriving ? arriving.columns[sound.column] : 'kept';
        const isAny = typeof arrival === 'object' && 'holds' in arrival && arrival.holds === anything;
        for (const value of isAny ? SHAPES : misshapen(sound.value)) {
          const text = canonicalJson(value);
          if (seen.has(text)) continue;
          seen.add(text);
          connection.exec('BEGIN');
          const isOut = isRefused(connection, { [sound.table]: tables[sound.table]! }, [{ sound, value }]);
          connection.exec('ROLLBACK');
          refused += Number(isOut);
          if (isOut) continue;
          passed += 1;
          (rounds[passed] ??= []).push({ sound, value });
        }
      }
      connection.close();
    }
    expect(refused).toBeGreaterThan(1_000);
    const faults: string[] = [];
    for (const round of thinned(rounds, 6)) {
      const dataDir = copyOf(dir);
      for (const { name, tables } of exportedDatabases) {
        const connection = new Database(join(dataDir, name));
        connection.pragma('foreign_keys = OFF');
        const ours = round.filter(({ sound }) => sound.database === name);
        expect(isRefused(connection, tables, ours)).toBe(false);
        connection.close();
      }
      const engine = await startTestEngine({ dataDir });
      for (const route of read) {
        const response = await fetch(engine.baseUrl + addressOf(route), {
          signal: AbortSignal.timeout(30_000),
        });
        const body = await response.text();
        if (response.status >= 500) faults.push(`${route.row.route}: ${body.slice(0, 300)}`);
      }
      await engine.stop();
      if (faults.length > 0 || engine.log.events('error').length > 0) {
        const lines = engine.log.lines.filter(({ level }) => level === 'error');
        throw new Error(
          [
            ...faults,
            ...lines.map(({ event, facts }) => `${event}: ${(facts['error'] as Error | undefined)?.stack}`),
            ...round.map(textOf),
          ].join('\n'),
        );
      }
    }
    expect(faults).toEqual([]);
  },
);
