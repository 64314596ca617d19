import { expect } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { httpRows } from '../../../src/contract/http/rows.ts';
import { isJsonObject, type Json } from '../../../src/core/kernel/json.ts';
import { around } from '../../../src/core/kernel/around.ts';
import { systemPlatform } from '../../../src/main/platform.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { SOURCE, testSettings } from '../../harness/graph.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { entriesOf } from '../export/zips.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/year-of-one/${name}`, import.meta.url));

/** What that version answered, after its last start. */
interface Shown {
  /** When that was, in milliseconds since the epoch. */
  readonly at: number;
  /** Where its data directory lay. */
  readonly dataDir: string;
  readonly shown: readonly (readonly [path: string, status: number, body: string])[];
}

/** An engine on a copy of that directory, at the moment of those answers. */
async function opened(at: number) {
  const dataDir = temporaryDir();
  for (const [name, content] of Object.entries(await entriesOf(fixture('directory.zip')))) {
    const path = join(dataDir, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (!name.endsWith('/')) writeFileSync(path, content, { mode: 0o600 });
  }
  const { clock } = systemPlatform(testSettings(dataDir), SOURCE);
  const ahead = at - Date.now();
  return await startTestEngine({
    dataDir,
    platform: { clock: around(clock, { now: () => clock.now() + ahead }) },
    models: { open: async () => new ScriptedModel() },
  });
}

/** A body as values: of JSON, and of each line of a stream. */
function valuesIn(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return body.split('\n').map((line) => {
      if (!line.startsWith('data: {')) return line;
      return JSON.parse(line.slice('data: '.length)) as Json;
    });
  }
}

/** What of `before` `after` has not, or otherwise; it may have more fields. */
function* lost(before: Json, after: Json | undefined, at = ''): Generator<string> {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) {
    if (before !== after) yield `${at}: ${JSON.stringify(before)} is ${JSON.stringify(after)}`;
  } else if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length)
    yield `${at}: ${before.length} are ${after.length}`;
  else
    for (const [name, value] of Object.entries(before)) {
      const now = (after as Readonly<Record<string, Json>>)[name];
      const shown = now === undefined ? now : asBefore(name, now);
      yield* lost(value, shown, `${at}/${Array.isArray(before) ? '*' : name}`);
    }
}

/** Where an answer is another on purpose. What started something is a kind, an id and a person since; see `asBefore`. */
const OTHERWISE: readonly RegExp[] = [
  // Sentences that are worded anew.
  /\/mayDo\/\*:/u,
  // What is of this engine and this copy, and not of the year.
  /^\/api\/status\/(?:startedAt|pid|deletionsWait\/left):/u,
  /\/debug-export\/exportedAt:/u,
  /^\/api\/history\/(?:stats|starters)\/to:/u,
  /\/problem\/retryAt:/u,
  /^\/api\/files[^/]*\/files\/\*\/modifiedAt:/u,
];

/** As that version named what started something. */
function asBefore(name: string, value: Json): Json {
  if (name !== 'startedBy' || !isJsonObject(value)) return value;
  const { kind, id } = value as { readonly kind: string; readonly id: string | null };
  if (kind === 'agent') return 'agent';
  if (kind === 'host') return `tool-server:${id}`;
  return id === null ? 'owner' : `${kind}:${id}`;
}

verifies(
  ['people.single-user', 'people.single-user.year'],
  'a year of one person, written by the last version that knew no people, is shown as that version showed it',
  async () => {
    const { at, dataDir, shown } = JSON.parse(gunzipSync(fixture('shown.json.gz')).toString('utf8')) as Shown;
    const engine = await opened(at);
    const found: string[] = [];
    for (const [path, status, body] of shown) {
      const response = await fetch(`${engine.baseUrl}${path}`);
      const now = (await response.text()).replaceAll(engine.dataDir, dataDir);
      if (response.status !== status) found.push(`${path}: ${status} is ${response.status}`);
      for (const difference of lost(valuesIn(body), valuesIn(now)))
        if (OTHERWISE.every((one) => !one.test(`${path}${difference}`))) found.push(`${path}${difference}`);
    }
    expect(found).toEqual([]);
    expect(shown.length).toBeGreaterThan(500);
    expect(engine.log.events('error')).toEqual([]);
  },
);

verifies(
  'people.single-user.year',
  'nobody signs in, and each list of today’s page is answered',
  async () => {
    const { at } = JSON.parse(gunzipSync(fixture('shown.json.gz')).toString('utf8')) as Shown;
    const engine = await opened(at);
    expect(await engine.client['me.get']()).toMatchObject({
      role: 'owner',
      signedIn: 'open',
      signingIn: false,
    });
    const lists = Object.values(httpRows)
      .map(({ route }) => route)
      .filter((route) => route.startsWith('GET ') && !route.includes(':'));
    const answered: [string, number][] = [];
    for (const route of lists) {
      const leaving = new AbortController();
      const address = `${engine.baseUrl}${route.slice('GET '.length)}`;
      const { status } = await fetch(address, { signal: leaving.signal });
      leaving.abort();
      // Some want to know more, or name what is not there.
      if (status !== 200 && ![400, 404, 409].includes(status)) answered.push([route, status]);
    }
    expect(answered).toEqual([]);
  },
);
