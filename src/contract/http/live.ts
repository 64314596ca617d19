import { Type } from 'typebox';
import type { LiveEvent } from '../../core/execution/live/service.ts';
import { events } from '../row.ts';
import type { StreamEvent } from '../row.ts';
import { Id, SaysOfText } from '../shapes.ts';
import { shownThread, ThreadShape } from './threads.ts';

const liveEvents = {
  ready: Type.Object(
    {},
    { description: 'The first event. A list of threads that is loaded after it misses no change.' },
  ),
  thread: ThreadShape,
  thread_deleted: Type.Object({ threadId: Id }),
  error: Type.Object(
    { code: Type.String(), error: Type.String(), says: SaysOfText, retryable: Type.Boolean() },
    { description: 'The threads cannot be read; the stream ends here.' },
  ),
} as const;

export const live = {
  'threads.events': events({
    route: 'GET /api/threads/events',
    who: 'starter',
    summary:
      'Tells which threads change, whichever client changed them. After `ready` comes `thread` with the whole thread ' +
      'when it is created, renamed, archived, tagged or seen, when a run of it starts or ends, when a question in it is ' +
      'asked, answered or expires, when its changes await review or were reviewed, and when it gets messages; and ' +
      '`thread_deleted`. One thread is told at most once in 100 ms, as it is then. The events have no ids: after a lost ' +
      'connection, load the list again. The stream ends when the engine stops.',
    refuses: [],
    ours: true,
    events: liveEvents,
    handle: async ({ live }, { signal, asker }) => ({
      headers: {},
      events: shown(live.follow(asker.person, signal)),
    }),
  }),
};

async function* shown(batches: AsyncIterable<readonly LiveEvent[]>): AsyncGenerator<readonly StreamEvent[]> {
  for await (const batch of batches) yield batch.map(shownEvent);
}

function shownEvent(event: LiveEvent): StreamEvent {
  const { type } = event;
  switch (event.type) {
    case 'ready':
      return { id: null, type, data: {} };
    case 'thread':
      return { id: null, type, data: shownThread(event.thread) };
    case 'thread_deleted':
      return { id: null, type, data: { threadId: event.threadId } };
  }
}
