import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import { CastOfModels } from '../../doubles/cast-of-models.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';

/** What happens in the run that is cut off: text, a tool call, text. */
/** Too short for anything to be remembered of it: that would be commits of its own. */
export const TASK = 'write it down';

/** How often the journal is written to from the boot to the end of that run: each is a moment to die at. */
export const COMMITS = [
  'the boot',
  'the session',
  'the task',
  'the first text',
  'the second text',
  'the tool call',
  'the change of the file',
  'the result',
  'the third text',
  'the fourth text',
  'the end',
] as const;

/** Time for what has been written to a socket to leave this process. */
export async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

const pause: Step = { step: 'wait', until: aFewTurns };

export const scenarioModel = (): ScriptedModel =>
  new ScriptedModel([
    [
      text('I will '),
      pause,
      text('write it. '),
      pause,
      toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'one' } }),
    ],
    [pause, text('It is '), pause, text('written.')],
  ]);

/** The same where the run asks its owner. */
export const ASKING_COMMITS = [
  'the boot',
  'the session',
  'the task',
  // Together with the call that asks: until then nothing has happened that must not happen again.
  'the question',
  'the answer',
  'the result',
  'the text',
  'the end',
] as const;

export const askingModel = (): ScriptedModel =>
  new ScriptedModel([
    [toolCalls({ name: 'ask_user', input: { question: 'Which colour?', options: ['red', 'blue'] } })],
    [pause, text('It is blue.')],
  ]);

/** The same where the run gives its work to two sub-agents, each of which deletes a file that is not there. */
export const delegatingModel = (): CastOfModels => {
  const looks = [
    [pause, toolCalls({ name: 'delete_file', input: { path: 'a.txt' } })],
    [pause, text('I looked.')],
  ];
  const agents = ['Ann', 'Ben'].map((name) => ({ name, task: `Be ${name}.`, role: 'creator' }));
  return new CastOfModels({
    svc: [[toolCalls({ name: 'spawn_agent', input: { agents } })], [pause, text('Both looked.')]],
    Ann: looks,
    Ben: looks,
  });
};

/** A clock by which some time has passed whenever it is looked at, so that no two pieces of text share a commit. */
export function steppingClock(): Clock {
  let monotonic = 0;
  return { ...systemClock, monotonic: () => (monotonic += 20) };
}
