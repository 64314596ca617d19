import { Type } from 'typebox';
import { threadId } from '../../core/kernel/ids.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed } from '../shapes.ts';
import { shownThread, ThreadShape } from './threads.ts';

const { json } = rowsRefusing<typeof refuseThreads>();

export const forks = {
  'threads.fork': json({
    route: 'POST /api/threads/:id/fork',
    who: 'starter',
    needs: 'run',
    summary:
      'Make a new thread with copies of the messages before beforeSeq, or of all, with their summaries and the tags; the ' +
      'old thread stays as it was. Only whole runs are copied: a number inside of a run, or a run in progress, ends the ' +
      'copy before that run (forkedFrom.seq is the last copied message, 0 for none). To edit a task and send it again, ' +
      'fork before its message. To go on from a step of a run, name its last message as throughSeq: the copy ends after it, ' +
      'and never parts a call from its result. Costs, runs and unreviewed changes stay with the old thread; copies keep the runId of the ' +
      'run that wrote them. Consents for the old thread do not count in the new one.',
    status: 201,
    refuses: ['thread_not_found'],
    ours: true,
    body: Type.Object(
      {
        beforeSeq: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
        throughSeq: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      },
      { ...closed, maxProperties: 1 },
    ),
    returns: ThreadShape,
    handle: async ({ forks }, { params, body, asker }) =>
      shownThread(await forks.fork(asker.person, threadId(params.id), body)),
  }),
};
