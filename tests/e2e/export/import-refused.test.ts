import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { ProblemError } from '../../../src/contract/client.ts';
import type { Says } from '../../../src/core/kernel/says.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { exported, type ExportDocument, type Section } from './document.ts';
import { seeded } from './seeded.ts';
import { entriesOf, zipOf, zipWith } from './zips.ts';

let entries: Record<string, Buffer>;
beforeAll(async () => {
  const model = new ScriptedModel(Array.from({ length: 4 }, () => [text('Done.')]));
  const engine = await started({ model });
  await seeded(engine);
  entries = await entriesOf(await zipOf(engine.baseUrl));
});

type Draft = Omit<ExportDocument, 'sections'> & { sections: Record<string, Section> } & Record<
    string,
    unknown
  >;

async function refusal(engine: RestartableEngine, zip: Uint8Array<ArrayBuffer>) {
  try {
    await engine.client['export.import']({ body: new Blob([zip]) });
  } catch (error) {
    if (error instanceof ProblemError) {
      const { code, detail, says } = error.problem;
      return { code, says: detail, why: reasonIn(says) };
    }
    throw error;
  }
  return { code: 'imported', says: '', why: null };
}

/** The code of the reason, wherever in the document it is. */
function reasonIn(says: unknown): string | null {
  const [{ facts } = { facts: {} }] = (says ?? []) as readonly {
    readonly facts: Readonly<Record<string, unknown>>;
  }[];
  const why = facts['why'] as Says | undefined;
  const inner = why?.code === 'unusable.in' ? (why.facts['why'] as Says) : why;
  return inner?.code.replace('unusable.', '') ?? null;
}

/** The zip with a document that was changed. */
async function withDocument(change: (document: Draft) => unknown): Promise<Uint8Array<ArrayBuffer>> {
  const document = JSON.parse(entries['export.json']?.toString('utf8') ?? '') as Draft;
  const changed = change(document);
  return await zipWith({ ...entries, 'export.json': JSON.stringify(changed ?? document) });
}

const itemsIn = (document: Draft, name: string): Record<string, unknown>[] =>
  (document.sections[name]?.items ?? []) as Record<string, unknown>[];

const put = (name: string, index: number, fields: object) => (document: Draft) => {
  Object.assign(itemsIn(document, name)[index] ?? {}, fields);
};

const drop = (name: string) => (document: Draft) => {
  const { [name]: _gone, ...sections } = document.sections;
  return { ...document, sections, complete: document.complete };
};

const DOCUMENTS: Readonly<Record<string, readonly [change: (document: Draft) => unknown, why: string]>> = {
  'not complete': [(one) => ({ ...one, complete: false }), 'not_complete'],
  'cut off': [({ complete: _complete, ...rest }) => rest, 'not_complete'],
  'a section less': [drop('messages'), 'missing_sections'],
  'an item less': [(one) => void itemsIn(one, 'messages').pop(), 'other_count'],
  'an item twice': [
    ({ sections: { threads } }) => {
      const [first] = threads?.items ?? [];
      if (threads && first)
        Object.assign(threads, { count: (threads.count ?? 0) + 1, items: [...threads.items, first] });
    },
    'row',
  ],
  'an unknown section': [
    (one) => void (one.sections = { ...one.sections, spells: { count: 0, items: [] } }),
    'unknown_section',
  ],
  'an unknown field': [put('threads', 0, { evil: 1 }), 'unknown_field'],
  'a wrong type': [put('threads', 0, { messageCount: 'many' }), 'row'],
  'a time that is none': [put('threads', 0, { createdAt: 'soon' }), 'form'],
  'a missing value': [put('threads', 0, { title: null }), 'row'],
  'a message of no thread': [put('messages', 0, { threadId: 'nobody' }), 'refers'],
  'a fact of nobody': [put('facts', 0, { entityId: 'nobody' }), 'leads_nowhere'],
  'superseded by nothing': [put('memory', 0, { supersededBy: 'nothing' }), 'leads_nowhere'],
  'a newer format': [(one) => ({ ...one, formatVersion: 2 }), 'newer'],
  'a newer schema': [
    (one) => ({
      ...one,
      schemaVersions: { ...one.schemaVersions, 'history.db': 9_999 },
      serviceVersion: '99.1',
    }),
    'newer_database',
  ],
  'another format': [(one) => ({ ...one, format: 'other' }), 'no_export'],
  'the wrong way up': [({ sections, ...rest }) => ({ sections, ...rest }), 'no_export'],
  'a way out in a file': [put('workspaceFiles', 1, { path: 'workspace/../config.json' }), 'file_name'],
  'another place': [put('workspaceFiles', 1, { path: 'vault.key' }), 'file_name'],
  'a way out in a profile': [
    (one) =>
      void (one.sections['apiProfiles'] = { count: 1, items: [{ name: '../../x.json', content: {} }] }),
    'file_name',
  ],
  'a hash that is none': [put('artifactContents', 0, { contentHash: '../../x' }), 'hash'],
  'a file of another size': [put('workspaceFiles', 1, { sizeBytes: 4_711 }), 'other_size'],
  'a file that is not there': [
    (one) => {
      const files = itemsIn(one, 'workspaceFiles');
      const path = 'workspace/ghost';
      one.sections['workspaceFiles'] = {
        count: files.length + 1,
        items: [...files, { ...files.at(-1), path }],
      };
    },
    'file_missing',
  ],
};

verifies(
  'imports.hostile',
  'a document that does not hold together is refused, and nothing is changed',
  async () => {
    const engine = await started();
    const before = await exported(engine.baseUrl);
    for (const [name, [change, reason]] of Object.entries(DOCUMENTS)) {
      const { code, says: said, why } = await refusal(engine, await withDocument(change));
      expect([name, code, why]).toEqual([name, 'import_unusable', reason]);
      expect([name, said]).toEqual([name, expect.stringMatching(/Nothing was changed\.$/u)]);
      expect([name, existsSync(join(engine.dataDir, 'restore-staging'))]).toEqual([name, false]);
    }
    const after = await exported(engine.baseUrl);
    expect({ ...after, exportedAt: null }).toEqual({ ...before, exportedAt: null });
  },
);

verifies(
  'imports.hostile',
  'a zip that is no export is refused, and nothing is written outside its folder',
  async () => {
    const engine = await started();
    const link = 0o120777;
    const own = { ...entries };
    const evil = (name: string, content = 'x') => zipWith({ ...own, [name]: content });
    const renamed = async (from: string, to: string) => {
      const zip = Buffer.from(await evil(from));
      for (let at = zip.indexOf(from); at >= 0; at = zip.indexOf(from, at + 1)) zip.write(to, at);
      return new Uint8Array(zip);
    };
    const zips: Record<string, Uint8Array<ArrayBuffer>> = {
      empty: new Uint8Array(),
      'no zip': new Uint8Array(Buffer.from('{"complete": true}')),
      'no document': await zipWith({ 'README.md': 'x' }),
      'document of something else': await zipWith({ 'export.json': '[1, 2' }),
      'not UTF-8': await zipWith({ ...own, 'export.json': Buffer.from([0x7b, 0xff, 0xfe]) }),
      'unknown entry': await evil('extra.txt'),
      'unlisted file': await evil('files/workspace/unlisted'),
      'other file': await evil('files/vault.key'),
      'way out': await renamed('files/xx/evil.txt', '../../../evil.txt'),
      absolute: await renamed('files/xx/evil.txt', '/tmp/xx/evil.txt'),
      'a link': await zipWith(own, { 'files/workspace/bytes.bin': link }),
      'cut off': new Uint8Array(Buffer.from(await zipWith(own)).subarray(0, -200)),
    };
    for (const [name, zip] of Object.entries(zips)) {
      const { code, says } = await refusal(engine, zip);
      expect([name, code, says]).toEqual([
        name,
        'import_unusable',
        expect.stringMatching(/Nothing was changed\.$/u),
      ]);
      expect([name, existsSync('/tmp/xx/evil.txt')]).toEqual([name, false]);
    }
    const left = readdirSync(engine.dataDir).filter((name) => /evil|staging|scratch/u.test(name));
    expect(left).toEqual([]);
  },
);

verifies('imports.empty', 'an engine that has something says what, and keeps it', async () => {
  const engine = await started();
  await engine.client['sessions.create']({ body: {} });
  const { code, says } = await refusal(engine, await zipWith(entries));
  expect([code, says]).toEqual([
    'import_not_empty',
    expect.stringMatching(/: conversations \(1\), and more\. Nothing was changed\./u),
  ]);
  expect((await engine.client['threads.list']()).threads).toHaveLength(1);
});

verifies(
  ['assistants.carried', 'tools.switches.carried'],
  'an assistant and switches come in only as a route takes them',
  async () => {
    const engine = await started();
    const wrong: Readonly<Record<string, readonly [section: string, fields: object]>> = {
      'a name on two lines': ['assistants', { name: 'a\nb' }],
      'a long name': ['assistants', { name: 'x'.repeat(61) }],
      'long instructions': ['assistants', { instructions: 'x'.repeat(8_001) }],
      'a switch of an assistant for nothing': ['assistants', { tools: { nothing: true } }],
      'a switch for nothing': ['threads', { tools: { nothing: true } }],
      'a switch in a third state': ['threads', { tools: { contacts: 'maybe' } }],
      'the name of an assistant on two lines': ['threads', { assistantName: 'a\nb' }],
      'what a run had switched': ['runs', { tools: { contacts: 1 } }],
    };
    for (const [what, [section, fields]] of Object.entries(wrong)) {
      const { code } = await refusal(engine, await withDocument(put(section, 0, fields)));
      expect([what, code]).toEqual([what, 'import_unusable']);
    }
    const document = JSON.parse(entries['export.json']?.toString('utf8') ?? '') as Draft;
    expect(itemsIn(document, 'assistants')).toMatchObject([
      { name: 'Übersetzer', tools: { google: false }, profile: null },
    ]);
    expect(itemsIn(document, 'threads').map(({ assistantName }) => assistantName)).toContain('Übersetzer');
  },
);
