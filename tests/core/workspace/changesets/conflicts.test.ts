import { expect, test } from '@jest/globals';
import { begun, type ChangedFile } from '../../../../src/core/workspace/changesets/model.ts';
import { conflictsIn } from '../../../../src/core/workspace/changesets/conflicts.ts';
import { refuse } from '../../../../src/core/workspace/files/errors.ts';

const CONTENT = 'c0ffee';
const original = { copyId: 'copy', contentId: CONTENT, sizeBytes: 1, mode: 0o644 };
/** A rename: the old path is accepted as gone, the new one is rolled back. */
const gone: ChangedFile = begun('old.txt', null, original, null, '1');
const moved: ChangedFile = begun('new.txt', null, null, CONTENT, '2');

const conflicts = async (contentId: () => Promise<string | null>) => {
  const found = await conflictsIn({ accepted: [gone], rolledBack: [moved] }, [gone, moved], [], {
    contentId,
  });
  return [...found].map(([{ path }, { code }]) => [path, code]);
};

const BOTH = [
  ['old.txt', 'half_of_rename'],
  ['new.txt', 'half_of_rename'],
];

test.each([
  ['holds the moved content', async () => CONTENT, BOTH],
  ['may not be read', async () => Promise.reject(refuse.not_permitted()), BOTH],
  ['cannot be read from the disk', async () => Promise.reject(new Error('EIO')), BOTH],
  ['holds other content', async () => 'other', []],
  ['is gone', async () => null, []],
  ['is a link by now', async () => Promise.reject(refuse.outside_workspace()), []],
  ['is a folder by now', async () => Promise.reject(refuse.not_a_file()), []],
])(
  'half of a rename is resolved alone only where no content is lost: the new path %s',
  async (_what, read, expected) => {
    expect(await conflicts(read)).toEqual(expected);
  },
);
