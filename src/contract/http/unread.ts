import { threadId } from '../../core/kernel/ids.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';

const { json } = rowsRefusing<typeof refuseThreads>();

export const unread = {
  'threads.seen': json({
    route: 'POST /api/threads/:id/seen',
    who: 'starter',
    needs: 'run',
    summary:
      'The owner has seen this thread: it is not unread until something ends or is asked in it. A task sent to it and ' +
      'an answer to a question in it do the same. May be repeated.',
    status: 204,
    refuses: ['thread_not_found'],
    ours: true,
    handle: async ({ unread }, { params, asker }) => {
      await unread.seen(asker.person, threadId(params.id));
      return undefined;
    },
  }),
};
