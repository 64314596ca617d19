import { threadId } from '../../core/kernel/ids.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';

const { bytes } = rowsRefusing<typeof refuseThreads>();

export const conversationFiles = {
  'threads.markdown': bytes({
    route: 'GET /api/threads/:id/markdown',
    who: 'starter',
    summary:
      'A thread as a zip: what was said in the version that is shown as conversation.md, and in files/ the files that came ' +
      'with its tasks and the artifacts whose newest version was made in it. What tools returned is left out.',
    refuses: ['thread_not_found'],
    ours: true,
    sends: 'application/zip',
    handle: async ({ conversationExports }, { params, asker }) => ({
      contentType: 'application/zip',
      ...(await conversationExports.of(asker.person, threadId(params.id))),
    }),
  }),
};
