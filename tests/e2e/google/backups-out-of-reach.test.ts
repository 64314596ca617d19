import { expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { uploaded } from '../../harness/google.ts';
import { DOCUMENT, FOLDER, SPREADSHEET, type DriveFile } from '../../servers/google/drive-tree.ts';
import { verifies } from '../../spec/verifies.ts';
import { FULL, startWorld, type World } from './tools.ts';

let world: World;

const OF_BACKUPS = 'belongs to the backups of svc';

/** Every way in which a tool could reach a file: the calls, each of which must be refused before anything is asked. */
const waysTo = ({ id, mimeType, content }: DriveFile): readonly (readonly [string, JsonObject])[] => {
  const into = { folder_id: id };
  const kinds =
    mimeType === FOLDER
      ? ([
          ['drive_search', { folder_id: id }],
          ['drive_write', { name: 'x', text: 'x', ...into }],
          ['docs_write', { action: 'create', title: 'x', text: 'x', ...into }],
          ['sheets_write', { action: 'create', title: 'x', rows: [[1]], ...into }],
        ] as const)
      : [];
  return [
    ['drive_read', { file_id: id }],
    ['drive_read', { file_id: id, save_as: 'stolen' }],
    ['drive_read', { file_id: `https://drive.google.com/file/d/${id}/view` }],
    ['drive_write', { file_id: id, revision: content?.md5 ?? 'x', text: 'gone' }],
    ['docs_read', { document_id: id }],
    ['docs_write', { action: 'append', document_id: id, text: 'x' }],
    ['docs_write', { action: 'replace', document_id: id, find: 'a', text: 'x' }],
    ['sheets_read', { spreadsheet_id: id }],
    ['sheets_read', { spreadsheet_id: id, range: 'A1' }],
    ['sheets_write', { action: 'set', spreadsheet_id: id, range: 'A1', rows: [[1]] }],
    ['sheets_write', { action: 'append', spreadsheet_id: id, range: 'A1', rows: [[1]] }],
    ...kinds,
  ];
};

async function allRefused(file: DriveFile, why = OF_BACKUPS) {
  for (const [name, input] of waysTo(file)) await world.refuses(name, [input, why]);
}

verifies('cloud-files.backups', 'no tool reaches an uploaded backup, wherever it was moved', async () => {
  world = await startWorld(FULL);
  const { google, owner } = world.vendor;
  const { client } = world.engine;
  await client['config.set']({ body: { backup_clouddrive: true } });
  const { backupId } = await client['backups.create']();
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const _event of events);
  await uploaded(world.engine);
  const files = google.tree(owner).flatMap(({ id }) => google.drive.files.get(id) ?? []);
  const root = files.find(({ name }) => name === 'svc-backups');
  const folder = files.find(({ name }) => name === backupId);
  const manifest = files.find(({ name }) => name === 'manifest.json');
  if (!root || !folder || !manifest) throw new Error('nothing was uploaded');

  const found = await world.call('drive_search', {});
  expect(found.output).toContain('Nothing fits.');
  expect((await world.call('drive_search', { name: 'manifest' })).output).toContain('Nothing fits.');
  const before = google.calls.length;
  for (const file of [root, folder, manifest]) await allRefused(file);
  const changes = google.calls.slice(before).filter(({ hasChanged }) => hasChanged);
  expect(changes).toEqual([]);
  // Its name and its place are no protection that a person could take away by accident.
  root.name = 'Old things';
  folder.parents = [google.drive.rootOf(owner).id];
  for (const file of [root, folder, manifest]) await allRefused(file);
  // Through another client no marks are seen: the remembered id is left.
  folder.parents = [root.id];
  for (const one of [root, folder]) one.appProperties.clear();
  for (const file of [root, folder, manifest]) await allRefused(file);
  expect((await world.call('drive_search', { name: 'manifest' })).output).toContain('Nothing fits.');
  expect(google.bytes(manifest.id).length).toBeGreaterThan(0);
  expect(google.unknown).toEqual([]);
});

verifies('cloud-files.backups', 'nor a folder of that name at any depth', async () => {
  world = await startWorld(FULL);
  const { google, owner } = world.vendor;
  const root = google.plant.folder({ name: 'svc-backups', owner });
  let deep = root;
  for (let depth = 0; depth < 8; depth += 1)
    deep = google.plant.folder({ name: `d${depth}`, owner, in: deep });
  const document = world.plant({ name: 'Doc', in: deep, mimeType: DOCUMENT, content: 'a' });
  const sheet = world.plant({ name: 'Sheet', in: deep, mimeType: SPREADSHEET, content: '1' });
  const file = world.plant({ name: 'f.txt', in: deep, content: 'a' });
  const free = world.plant({ name: 'free.txt', content: 'a' });
  for (const one of [root, deep, document, sheet, file]) await allRefused(one);
  const found = await world.call('drive_search', {});
  expect(found.output).toContain('1 file, the newest first.');
  expect(found.output).toContain(free.id);

  // A folder above that the account may not see, or that lies too deep.
  const hidden = google.plant.folder({ name: 'H', owner });
  const below = world.plant({ name: 'b.txt', in: hidden, content: 'a' });
  google.fault({ kind: 'notFound', path: `/drive/v3/files/${hidden.id}`, nth: 'every' });
  await allRefused(below, 'cannot be told');
  expect((await world.call('drive_search', { name: 'b' })).output).toContain('1 more are left out');
  google.liftFaults();
  expect((await world.call('drive_read', { file_id: below.id })).success).toBe(true);
  let chain = google.plant.folder({ name: 'c', owner });
  for (let depth = 0; depth < 60; depth += 1) chain = google.plant.folder({ name: 'c', owner, in: chain });
  const last = world.plant({ name: 'z.txt', in: chain, content: 'a' });
  await world.refuses('drive_read', [{ file_id: last.id }, 'cannot be told']);
  // An outage is no permission either.
  google.fault({ kind: 'unavailable', path: `/drive/v3/files/${hidden.id}` });
  expect((await world.call('drive_read', { file_id: below.id })).success).toBe(false);
});
