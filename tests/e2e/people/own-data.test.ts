import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { runId as asRunId } from '../../../src/core/kernel/ids.ts';
import { packArchive } from '../../../src/adapters/out/files/export/pack.ts';
import { ownFiles } from '../../../src/core/workspace/files/own-files.ts';
import { around } from '../../../src/core/kernel/around.ts';
import { refuseStorage } from '../../../src/core/kernel/storage-refusals.ts';
import { fileTokens } from '../../../src/main/tokens.ts';
import { validator } from '../../harness/graph.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { planted as somebody } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { exported, itemsOf, type ExportDocument } from '../export/document.ts';
import { entriesOf } from '../export/zips.ts';
import { refuses } from '../http/problems.ts';
import { bearer, clientAt, houseOfThree, type House, type Inhabitant } from './house.ts';
import { commonThings, planted, type Things } from './things.ts';

const NAMES = ['owner', 'ann', 'ben'] as const;
type Name = (typeof NAMES)[number];
type One = Inhabitant & { readonly things: Things };

const CONFIRM = { confirm: 'DELETE_MY_DATA' };

let house: House;
let all: Readonly<Record<Name, One>>;

/** What they let themselves in with has names, too, which are not what this is about. */
const marked = (one: Inhabitant): Inhabitant => ({ ...one, mark: `${one.mark}-planted` });

async function lived(): Promise<void> {
  house = await houseOfThree();
  const common = await commonThings(house);
  const inhabited: [Name, One][] = [];
  for (const name of NAMES) {
    const one = marked(house[name]);
    inhabited.push([name, { ...one, things: await planted(house, one, common) }]);
  }
  all = Object.fromEntries(inhabited) as Record<Name, One>;
}

const taken = async (headers: Readonly<Record<string, string>>, query = '') =>
  await fetch(`${house.engine.baseUrl}/api/me/export${query}`, { headers });

async function zipOf({ token }: Pick<Inhabitant, 'token'>) {
  const answer = await taken(bearer(token));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect(answer.headers.get('content-disposition')).toMatch(
    /filename=svc-own-export-\d{4}(?:-\d\d){5}\.zip$/u,
  );
  const entries = await entriesOf(new Uint8Array(await answer.arrayBuffer()));
  const json = (name: string) => JSON.parse(entries[name]?.toString('utf8') ?? '') as object;
  return { entries, document: json('export.json') as ExportDocument, schema: json('export.schema.json') };
}

/** How many items with this word each section has. */
const holding = (document: ExportDocument, word: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(document.sections).flatMap(([name, { items }]) => {
      const found = items.filter((item) => JSON.stringify(item).includes(word));
      return found.length === 0 ? [] : [[name, found.length]];
    }),
  );

const others = (name: Name): readonly One[] => NAMES.filter((one) => one !== name).map((one) => all[one]);

/** Names of secrets come from the vault, and files are those of each, and in a zip: they are looked at apart. */
const APART = ['secrets', 'workspaceFiles', 'artifactContents'];

beforeAll(lived, 120_000);

verifies(
  'people.own-export',
  'it has all rows and files with a word of one’s own that the export of everything has, and no word of another',
  async () => {
    const whole = await exported(house.engine.baseUrl, '', bearer(house.owner.token));
    for (const name of NAMES) {
      const { mark, personId, things, token } = all[name];
      const { entries, document, schema } = await zipOf({ token });
      expect(validator.check(schema, document as never)).toEqual([]);
      expect(document).toMatchObject({ format: 'svc-export', complete: true });
      expect(Object.keys(document.sections)).toEqual(document.sectionNames);
      for (const { count, items } of Object.values(document.sections))
        expect(items).toHaveLength(count ?? -1);
      const [own, ofAll] = [holding(document, mark), holding(whole, mark)];
      for (const section of APART) [own, ofAll].map((found) => Reflect.deleteProperty(found, section));
      expect([name, own]).toEqual([name, ofAll]);
      expect(itemsOf(document, 'secrets').map((item) => item['name'])).toEqual([things.secretName]);
      const folder = name === 'owner' ? 'files/workspace' : `files/workspace/people/${personId}`;
      for (const path of [things.filePath, things.attachmentPath]) {
        const inFolder = path
          .split('/')
          .slice(path.startsWith('people/') ? 2 : 0)
          .join('/');
        expect(entries[`${folder}/${inFolder}`]?.toString('utf8')).toContain(mark);
      }
      for (const item of itemsOf(document, 'artifactContents'))
        expect(entries[String(item['file'])]?.toString('utf8')).toBe(mark);
      expect(itemsOf(document, 'artifactContents')).toHaveLength(1);
      expect(itemsOf(document, 'changesetCopies').length).toBeGreaterThan(0);
      for (const item of itemsOf(document, 'changesetCopies'))
        expect(entries[String(item['file'])]).toBeDefined();
      const said = Object.entries(entries).flat().map(String);
      for (const { mark: another, things: theirs, personId: id } of others(name)) {
        const leaked = said.filter((text) =>
          [another, theirs.secretName, `people/${id}`].some((word) => text.includes(word)),
        );
        expect([name, leaked]).toEqual([name, []]);
      }
      expect(said.filter((text) => text.includes(`Zk81-${mark}-4711-xyz`))).toEqual([]);
      expect(itemsOf(document, 'people').map((item) => item['personId'])).toEqual([personId]);
      // No number says how many rows others have.
      const fields = Object.values(document.sections).flatMap(({ items }) => items.flatMap(Object.keys));
      expect(new Set(fields.filter((field) => /(?:No|^seq)$/u.test(field)))).toEqual(
        new Set(['seq', 'stepNo']),
      );
      expect(itemsOf(document, 'memory').filter((item) => 'seq' in item)).toEqual([]);
    }
  },
);

/** What is everybody's, or the engine's: nobody has it as their own. A new section is a new line here, or somebody's own. */
const OF_THE_HOUSE = [
  'acceptedTools',
  'apiProfiles',
  'callsBegun',
  'collections',
  'config',
  'deals',
  'erasedEntities',
  'graphMarks',
  'interactions',
  'linkMoves',
  'mergeRecords',
  'modelWindows',
  'movedRows',
  'profileBindings',
  'rateWindows',
  'recordSubjects',
  'records',
  'rowMoves',
  'secretBindings',
  'toolStateFolders',
];

verifies('people.own-export', 'each section is somebody’s own, or of the house', async () => {
  const { document } = await zipOf(house.ann);
  const whole = await exported(house.engine.baseUrl, '?sections=config', bearer(house.owner.token));
  const missing = whole.sectionNames.filter((name) => !document.sectionNames.includes(name));
  expect(missing.toSorted()).toEqual(OF_THE_HOUSE);
});

verifies(
  'people.own-export',
  'a token that only reads may take it out, one that only runs not, who is out not, and each has one at a time',
  async () => {
    const reading = bearer(await house.tokenOf(house.ann.personId, ['read']));
    const status = async (headers: Readonly<Record<string, string>>, query = '') => {
      const answer = await taken(headers, query);
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await status(reading, '?format=json')).toBe(200);
    const running = bearer(await house.tokenOf(house.ann.personId, ['run']));
    const told = async (headers: Readonly<Record<string, string>>) => {
      const answer = await taken(headers);
      return [answer.status, ((await answer.json()) as { readonly code: string }).code];
    };
    expect(await told(running)).toEqual([403, 'scope_too_narrow']);
    expect(await told({})).toEqual([401, 'unauthenticated']);
    const { ownExports } = house.engine.engine.services;
    const asker = (person: Inhabitant['personId']) =>
      ({ person, role: 'member', scopes: ['read'], signedIn: 'own_token' }) as const;
    const { body } = await ownExports.begin(asker(house.ann.personId), { asZip: true });
    expect(await told(reading)).toEqual([409, 'export_in_progress']);
    expect(await status(bearer(house.ben.token))).toBe(200);
    await body[Symbol.asyncIterator]().return?.();
    expect(await status(reading)).toBe(200);
  },
);

verifies('people.own-export', 'what the environment of the engine has is no secret of theirs', async () => {
  const { baseUrl, client } = await startTestEngine({ env: { SVC_SECRET_SHOP_KEY: 'Zk81-4711-xyz' } });
  expect((await client['secrets.list']()).secrets).toMatchObject([
    { name: 'SHOP_KEY', source: 'environment' },
  ]);
  const answer = await fetch(`${baseUrl}/api/me/export?format=json`);
  expect(itemsOf((await answer.json()) as ExportDocument, 'secrets')).toEqual([]);
});

verifies('people.own-export', 'one that could not begin is in nobody’s way', async () => {
  let isAway = false;
  const { baseUrl } = await startTestEngine({
    workspace: (inner) =>
      around(inner, {
        list: async (...asked) => {
          if (isAway) throw refuseStorage.storage_error();
          return await inner.list(...asked);
        },
      }),
  });
  const coded = async () => {
    const answer = await fetch(`${baseUrl}/api/me/export`);
    const body = await answer.text();
    return answer.ok ? null : (JSON.parse(body) as { readonly code: string }).code;
  };
  isAway = true;
  expect([await coded(), await coded()]).toEqual(['storage_error', 'storage_error']);
  isAway = false;
  expect(await coded()).toBeNull();
});

/** More than sockets and streams hold by themselves, and nothing that packs. */
const LARGE_BYTES = 32 * 1024 * 1024;

async function withLargeFile() {
  const { personId } = await somebody(house.engine, { name: 'Dan' });
  const folder = join(house.engine.dataDir, 'workspace', 'people', personId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'large.bin'), randomBytes(LARGE_BYTES));
  return personId;
}

verifies(
  'people.own-export',
  'however large a file is, no more of it is read than its reader takes',
  async () => {
    const person = await withLargeFile();
    const { engine } = house.engine;
    const workspace = engine.get(fileTokens.workspace);
    let read = 0;
    const counting = around(workspace, {
      find: async (path) => {
        const found = await workspace.find(path);
        return {
          ...found,
          content: async function* (bytes?: number) {
            for await (const piece of found.content(bytes)) {
              read += piece.length;
              yield piece;
            }
          },
        };
      },
    });
    const found = await ownFiles(person, { workspace: counting, places: engine.get(fileTokens.places) });
    const entries = found.files.map((file) => ({
      ...file,
      modifiedAt: file.modifiedAt ?? 0,
      content: () => file.read(),
    }));
    const pieces = packArchive(entries)[Symbol.asyncIterator]();
    let taken = 0;
    for (let of = await pieces.next(); of.done !== true; of = await pieces.next()) {
      taken += of.value.length;
      expect(read - taken).toBeLessThan(1024 * 1024);
    }
    expect(read).toBe(LARGE_BYTES);
  },
);

verifies('people.open-streams', 'a download of who is disabled is cut off', async () => {
  const personId = await withLargeFile();
  const answer = await taken(bearer(await house.tokenOf(personId, ['read'])));
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await house.owner.client['people.set']({ params: { id: personId }, body: { disabled: true } });
  await expect(
    (async () => {
      while ((await reader?.read())?.done === false);
    })(),
  ).rejects.toThrow();
});

/** The files of the data directory that have this word. */
function filesWith(word: string): readonly string[] {
  const { dataDir } = house.engine;
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(word) || readFileSync(path).includes(word));
}

/** How they sign in has the mark in its names, and stays with them. */
async function withoutSignIn({ client, things }: One): Promise<void> {
  await client['me.removePasskey']({ params: { id: things.passkeyId } });
  const { identities } = await client['me.identities']();
  for (const { issuer, subject } of identities)
    await client['me.removeIdentity']({ body: { issuer, subject } });
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

verifies(
  'people.own-erasure',
  'what is not confirmed, or asked with a token that may not manage, erases nothing',
  async () => {
    const { client } = house.ann;
    await refuses(client['me.erase']({ body: { confirm: 'DELETE_ALL_DATA' } }), {
      status: 400,
      code: 'not_confirmed',
    });
    await refuses(client['me.erase']({ body: {} as never }), { status: 400, code: 'invalid_request' });
    const running = clientAt(
      house.engine.baseUrl,
      bearer(await house.tokenOf(house.ann.personId, ['read', 'run'])),
    );
    await refuses(running['me.erase']({ body: CONFIRM }), { status: 403, code: 'scope_too_narrow' });
    expect(holding((await zipOf(house.ann)).document, all.ann.mark)).toMatchObject({ tasks: 1 });
  },
);

verifies(
  'people.own-erasure',
  'a member erases theirs: their work ends, they stay as they are, and another loses nothing',
  async () => {
    const { ann } = all;
    const before = await zipOf(house.ben);
    const me = await ann.client['me.get']();
    const { services } = house.engine.engine;
    const { counts } = await ann.client['me.erase']({ body: CONFIRM });
    expect(counts).toMatchObject({
      triggers: 1,
      workflows: 1,
      workflowRuns: 1,
      tasks: 1,
      artifacts: 1,
      assistants: 1,
      secrets: 1,
      grants: 1,
      memories: 1,
    });
    for (const kind of ['threads', 'runs', 'files', 'graph', 'notices'] as const)
      expect([kind, counts[kind] > 0]).toEqual([kind, true]);
    expect(await services.runs.get(EVERYONE, asRunId(ann.things.askedRunId))).toMatchObject({
      status: 'aborted',
      task: '',
    });
    const { lastSeenAt: _before, ...person } = me;
    const { lastSeenAt: _after, ...now } = await ann.client['me.get']();
    expect(now).toEqual(person);
    const browser = await fetch(`${house.engine.baseUrl}/api/me/sessions`, {
      headers: house.browserOf('Ann'),
    });
    expect(browser.status).toBe(200);
    const again = await ann.client['me.erase']({ body: CONFIRM });
    expect(sum({ ...again.counts, runs: 0 })).toBe(0);
    await withoutSignIn(ann);
    const { document, entries } = await zipOf(house.ann);
    expect(
      Object.entries(entries)
        .flat()
        .map(String)
        .filter((text) => text.includes(ann.mark)),
    ).toEqual([]);
    // What was spent was spent.
    expect(itemsOf(document, 'runs').length).toBeGreaterThan(0);
    // They can begin anew.
    await ann.client['sessions.create']({ body: {} });
    const after = await zipOf(house.ben);
    expect(holding(after.document, all.ben.mark)).toEqual(holding(before.document, all.ben.mark));
    expect(Object.keys(after.entries).toSorted()).toEqual(Object.keys(before.entries).toSorted());
  },
);

verifies(
  'people.own-erasure',
  'the owner erases theirs: the members, what all see, the settings and the secrets stay',
  async () => {
    const { owner, ben } = all;
    const settings = await owner.client['config.get']();
    const before = await zipOf(house.ben);
    const { counts } = await owner.client['me.erase']({ body: CONFIRM });
    expect(counts).toMatchObject({ triggers: 1, tasks: 1, artifacts: 1, memories: 1, secrets: 0 });
    for (const kind of ['threads', 'runs', 'files', 'graph', 'notices'] as const)
      expect([kind, counts[kind] > 0]).toEqual([kind, true]);
    expect(await owner.client['config.get']()).toEqual(settings);
    const { secrets } = await owner.client['secrets.list']();
    expect(secrets.map(({ name }) => name)).toContain(owner.things.secretName);
    const { people } = await owner.client['people.list']();
    expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ann', 'Ben']));
    expect((await owner.client['contacts.list']({ query: {} })).contacts).toHaveLength(1);
    const after = await zipOf(house.ben);
    expect(holding(after.document, ben.mark)).toEqual(holding(before.document, ben.mark));
    await withoutSignIn(owner);
    await owner.client['secrets.delete']({ params: { name: owner.things.secretName } });
  },
);

verifies('people.own-erasure', 'no byte with a word of theirs stays, and all of the third', async () => {
  await house.engine.stop();
  expect(filesWith(all.ann.mark)).toEqual([]);
  expect(filesWith(all.ann.things.secretName)).toEqual([]);
  expect(filesWith(all.owner.mark)).toEqual([]);
  expect(filesWith(all.ben.mark).length).toBeGreaterThan(3);
});
