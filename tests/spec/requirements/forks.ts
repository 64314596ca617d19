import { quick, type Requirements } from './requirement.ts';

/** Threads that begin as a part of another one. */
export const ofForks = [
  quick('ours: behaviour', {
    'forks.copies':
      'POST /api/threads/:id/fork makes a thread with copies of the messages, the summaries of them and the tags; the old thread, its runs, costs and unreviewed changes stay as they were.',
    'forks.whole-runs':
      'A fork never divides a run: inside of one, and in front of one in progress, the copy ends before it.',
    'forks.edit':
      'A run in a fork sends the copied messages and the new task, as if the rest had not been said.',
    'forks.untrusted':
      'Text from outside counts as untrusted in the fork, too, and no consent for the old thread counts there.',
    'forks.results':
      'The model can bring back results of calls from before the fork, also after the old thread is deleted.',
    'forks.deleted': 'Either thread can be deleted; the other one loses nothing.',
    'forks.memory':
      'Nothing is remembered from copied messages a second time: only from tasks sent to the fork.',
    'forks.large': 'A fork of 2,000 messages is one commit that takes less than 50 ms of the event loop.',
  }),
] satisfies Requirements;
