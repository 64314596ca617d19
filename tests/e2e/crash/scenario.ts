import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import { CastOfModels } from '../../doubles/cast-of-models.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';

/**
 * The task of the interrupted run, which streams text, a tool call, text. It is too short for extraction,
 * which would add commits.
 */
export const TASK = 'write it down';

/** The journal's commits from the boot to the end of that run: each is a kill point. */
export const COMMITS = [
  'the boot',
  'the session',
  'the task',
  'the sync of the task',
  'the first text',
  'the second text',
  'the tool call',
  'the change of the file',
  'the result',
  'the third text',
  'the fourth text',
  'the end',
] as const;

/** Waits until data written to a socket has left this process. */
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

/** The same for a run that asks its owner. */
export const ASKING_COMMITS = [
  'the boot',
  'the session',
  'the task',
  'the sync of the task',
  // In one commit with the call: before it, nothing has happened that must not be repeated.
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

/** The same for a run with two sub-agents, each of which deletes a file that does not exist. */
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

/** A clock that advances at each call, so that no two pieces of text share a commit. */
export function steppingClock(): Clock {
  let monotonic = 0;
  return { ...systemClock, monotonic: () => (monotonic += 20) };
}
