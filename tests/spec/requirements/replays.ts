import { browser, quick, type Requirements } from './requirement.ts';

/** Runs looked at again. */
export const ofReplays = [
  quick('ours: behaviour', {
    'replays.recorded':
      'POST /api/runs/:id/replay runs an ended run once more, by another model or profile: the model is sent the thread as it was and the same task, and calls of the same tool with the same arguments get their recorded results, equal ones in their order.',
    'replays.diverging':
      'A call that the recording lacks is not carried out; the model is told so, and the comparison lists it.',
    'replays.nothing-outside':
      'A replay changes nothing but its own record: no file, no thread, no memory, no notice, no grant; it asks no question and lets no provider search.',
    'replays.cost':
      'The cost of a replay is reserved and counts for the ceilings like that of any run; it is told as the cost of a replay, and not as one of its thread.',
    'replays.beside':
      'A replay takes no place in its thread, can be stopped by its own id, and at most four are in progress.',
    'replays.refused':
      'A run that does not exist, that is in progress, or that is not completely stored is not replayed; an unknown profile is refused as at the start of a run.',
    'replays.thread-deleted': 'With its thread a replay ends, and loses its words.',
    'replays.killed':
      'A replay that a kill cuts off ends as interrupted with the worst case of its last call as its cost, and adds nothing to its thread.',
    'runs.compare':
      'GET /api/runs/:id/compare/:other tells two runs beside each other: how they ended, what they cost, their answers, and which of their calls are the same, have other arguments, or are in one of them only.',
    'runs.timeline':
      'GET /api/runs/:id/timeline tells what a run spent its time and money on: calls of the model and of tools, waits, and sub-agents, each with its start, duration, cost and tokens.',
    'forks.step':
      'POST /api/threads/:id/fork with throughSeq ends the copy after this message, also inside of a run; a call is never parted from its result.',
  }),
  browser('ours: behaviour', {
    'page.timeline':
      'The page draws a run as a timeline to scale, with the same as a table; it can be walked by keyboard, works on narrow screens, and leads to a replay, to a comparison and to a fork at each step.',
  }),
] satisfies Requirements;
