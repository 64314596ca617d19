import { beforeEach, expect, it } from '@jest/globals';
import { attachmentLimits } from '../../src/core/workspace/attachments/limits.ts';
import { ensureStorage } from '../../src/page/app/browser-storage.ts';
import {
  FILE_BYTES,
  FILES_PER_TASK,
  type Attached,
} from '../../src/page/conversation/attachments/attached.ts';
import { FilesOfDraft } from '../../src/page/conversation/attachments/files-of-draft.ts';
import { bytes } from '../../src/page/parts/format.ts';

ensureStorage(globalThis);

/** Uploads that the test ends, by the name of the file. */
let uploads: Map<string, PromiseWithResolvers<Attached>>;
let discarded: string[];
beforeEach(() => {
  localStorage.clear();
  uploads = new Map();
  discarded = [];
});

const draft = (threadId: string | null) =>
  new FilesOfDraft(threadId, {
    upload: async ({ name }) => {
      const upload = Promise.withResolvers<Attached>();
      uploads.set(name, upload);
      return await upload.promise;
    },
    discard: async ({ path }) => void discarded.push(path),
    words: {
      tooLarge: (name) => `${name} is too large`,
      tooMany: (left) => `only ${left} more`,
      failed: async (error) => String(error),
    },
  });
const file = (name: string) => ({ name, content: new Blob([name]) });
const uploaded = (name: string): Attached => ({
  path: `attachments/${name}`,
  name,
  mediaType: 'text/plain',
  sizeBytes: 1,
});
const names = (files: FilesOfDraft) => files.list.value.map(({ name }) => name).join(' ');

it('knows the limits of the engine', () => {
  expect([FILE_BYTES, FILES_PER_TASK]).toEqual([attachmentLimits.fileBytes, attachmentLimits.perRun]);
  expect([0, 1, 1023, 1024, 1536, 25 * 1024 ** 2].map(bytes)).toEqual([
    '0 B',
    '1 B',
    '1,023 B',
    '1 kB',
    '1.5 kB',
    '25 MB',
  ]);
});

it('keeps what the engine has with the draft, until the engine has the task', async () => {
  const files = draft('one');
  files.add([file('a'), file('b')]);
  expect(files.isUploading.value).toBe(true);
  uploads.get('a')?.resolve(uploaded('a'));
  uploads.get('b')?.resolve(uploaded('b'));
  await files.settled();
  expect(files.isUploading.value).toBe(false);
  expect(names(draft('one'))).toBe('a b');

  const taken = files.take();
  expect(taken.files.map(({ path }) => path)).toEqual(['attachments/a', 'attachments/b']);
  expect(names(files)).toBe('');
  expect(names(draft('one'))).toBe('a b');
  taken.giveBack();
  taken.giveBack();
  expect(names(files)).toBe('a b');

  const again = files.take();
  again.sent();
  again.giveBack();
  expect(names(files)).toBe('');
  expect(names(draft('one'))).toBe('');
});

it('says why an upload failed, and tries it again', async () => {
  const files = draft('one');
  files.add([file('a')]);
  uploads.get('a')?.reject('no room');
  await files.settled();
  const [failed] = files.list.value;
  expect(failed?.wrong.value).toBe('no room');
  expect(files.isUploading.value).toBe(false);
  if (failed) files.again(failed);
  expect(files.isUploading.value).toBe(true);
  uploads.get('a')?.resolve(uploaded('a'));
  await files.settled();
  expect(files.take().files).toHaveLength(1);
});

it('deletes what is taken off the task, but nothing that a task may have named', async () => {
  const files = draft('one');
  files.add([file('a'), file('b')]);
  const [a, b] = files.list.value;
  uploads.get('a')?.resolve(uploaded('a'));
  if (b) files.remove(b);
  uploads.get('b')?.resolve(uploaded('b'));
  await files.settled();
  expect(discarded).toEqual(['attachments/b']);
  files.take().giveBack();
  const [back] = files.list.value;
  expect(back?.name).toBe(a?.name);
  if (back) files.remove(back);
  expect(discarded).toEqual(['attachments/b']);
  expect(names(draft('one'))).toBe('');
});

it('adds no more than a task takes, and says so', () => {
  const files = draft('one');
  files.add(Array.from({ length: FILES_PER_TASK + 2 }, (_, nth) => file(`f${nth}`)));
  expect(files.wrong.value).toBe(`only ${FILES_PER_TASK} more`);
  files.add([file('more')]);
  expect(files.wrong.value).toBe('only 0 more');
  expect(files.list.value).toHaveLength(FILES_PER_TASK);
  const other = draft('two');
  other.add([{ name: 'big', content: { size: FILE_BYTES + 1 } as Blob }, file('small')]);
  expect(other.wrong.value).toBe('big is too large');
  expect(names(other)).toBe('small');
});

it('moves with the thread that is made for the task', async () => {
  const files = draft(null);
  files.add([file('a')]);
  uploads.get('a')?.resolve(uploaded('a'));
  await files.settled();
  files.moveTo('made');
  expect(names(draft(null))).toBe('');
  expect(names(draft('made'))).toBe('a');
});
