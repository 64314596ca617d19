import { quick, type Requirements } from './requirement.ts';

/** What clients are told of threads as it happens, and what waits for the owner. */
export const ofLive = [
  quick('ours: behaviour', {
    'live.threads':
      'GET /api/threads/events begins with ready, and then tells each thread that any client creates, renames, archives, tags, runs, asks in, reviews, sees or deletes, as threads.list shows it.',
    'live.committed': 'A change of a thread is told after it is on disk, and never if its commit is refused.',
    'live.coalesced': 'A reader hears of one thread at most once in 100 ms, and then as it is.',
    'live.slow-readers':
      'A reader of thread changes that takes nothing costs the ids of the threads that changed, and no more.',
    'live.no-readers': 'Without readers, changes of threads are not looked at.',
    'live.stop': 'The streams of thread changes end when the engine stops.',
    'threads.unread':
      'A thread is unread once a run in it ends other than by an abort, or asks something, until its owner sends a task, answers, or says POST /api/threads/:id/seen; across restarts.',
    'prompts.list':
      'GET /api/prompts lists every question that waits, in whichever thread, oldest first and in pages.',
  }),
] satisfies Requirements;
