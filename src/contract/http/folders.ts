import { Type } from 'typebox';
import { threadId } from '../../core/kernel/ids.ts';
import type { refuse as refuseFolders } from '../../core/conversation/folders/errors.ts';
import { folderLimits } from '../../core/conversation/folders/limits.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed } from '../shapes.ts';
import { FolderName, shownThread, ThreadShape } from './threads.ts';

const { json } = rowsRefusing<typeof refuseFolders & typeof refuseThreads>();

export const folders = {
  'folders.list': json({
    route: 'GET /api/folders',
    who: 'starter',
    summary: 'The folders that threads are in, in alphabetical order, and how many are in each.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      folders: Type.Array(Type.Object({ folder: Type.String(), threads: Type.Integer({ minimum: 1 }) })),
    }),
    handle: async ({ folders }, { asker }) => ({ folders: [...(await folders.list(asker.person))] }),
  }),
  'folders.place': json({
    route: 'PATCH /api/threads',
    who: 'starter',
    summary:
      'Pin these threads, which GET /api/threads then lists first, and move them into a folder, all or none. A folder is a ' +
      'name, and exists while a thread is in it; null is none.',
    status: 200,
    refuses: ['thread_not_found', 'invalid_folder'],
    ours: true,
    body: Type.Object(
      {
        threadIds: Type.Array(Type.String({ maxLength: 200 }), {
          minItems: 1,
          maxItems: folderLimits.threads,
        }),
        pinned: Type.Optional(Type.Boolean()),
        folder: Type.Optional(Type.Union([FolderName, Type.Null()])),
      },
      { ...closed, minProperties: 2 },
    ),
    returns: Type.Object({ threads: Type.Array(ThreadShape) }),
    handle: async ({ folders, threads }, { body: { threadIds, ...where }, asker }) => {
      const ids = threadIds.map(threadId);
      await folders.place(asker.person, ids, where);
      return { threads: (await threads.those(asker.person, ids)).map(shownThread) };
    },
  }),
};
