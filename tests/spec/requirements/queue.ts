import { long, quick, type Requirements } from './requirement.ts';

/** Tasks that wait for the run of their thread. */
export const ofQueue = [
  quick('ours: behaviour', {
    'queue.order':
      'A task sent to POST /api/threads/:id/queue during a run waits, and starts by itself as the owner’s run when the run and the tasks before it have ended; without a run it starts at once.',
    'queue.held':
      'After an abort, a failed run, a run out of budget, a start that fails and a restart of the engine, the queue waits with a reason until it is resumed.',
    'queue.remove': 'A waiting task can be removed; one that has started cannot, and is not found.',
    'queue.full': 'At most 20 tasks wait in a thread; one more is 409 queue_full.',
    'queue.idempotency':
      'The same Idempotency-Key with the same task names the first queued task, also after it has started; with another task it is 409.',
    'queue.deleted': 'The tasks that wait in a thread are deleted with it.',
  }),
  long('ours: behaviour', {
    'queue.once':
      'A queued task leaves its queue in the commit that starts its run: after a kill at any moment it waits or has started, once.',
  }),
] satisfies Requirements;
