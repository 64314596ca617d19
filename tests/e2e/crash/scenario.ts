import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import { CastOfModels } from '../../doubles/cast-of-models.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';

/** The task of the interrupted run. It is too short for extraction, which would add commits. */
export const TASK = 'write it down';

/** A run that is interrupted. */
export interface Scenario {
  /** The journal's commits from the boot to the end of the run: each is a kill point. */
  readonly commits: readonly string[];
  readonly model: () => Model;
}

/** Waits until data written to a socket has left this process. */
export async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

const pause: Step = { step: 'wait', until: aFewTurns };
const BEGUN = ['the boot', 'the session', 'the task', 'the sync of the task'];

export const scenarios = {
  /** It streams text, a tool call, text. */
  writing: {
    commits: [
      ...BEGUN,
      'the first text',
      'the second text',
      'the tool call',
      'the change of the file',
      'the result',
      'the third text',
      'the fourth text',
      'the end',
    ],
    model: () =>
      new ScriptedModel([
        [
          text('I will '),
          pause,
          text('write it. '),
          pause,
          toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'one' } }),
        ],
        [pause, text('It is '), pause, text('written.')],
      ]),
  },
  /** It asks its owner. The question is in one commit with its call: before it, nothing has happened that must not be repeated. */
  asking: {
    commits: [...BEGUN, 'the question', 'the answer', 'the result', 'the text', 'the end'],
    model: () =>
      new ScriptedModel([
        [toolCalls({ name: 'ask_user', input: { question: 'Which colour?', options: ['red', 'blue'] } })],
        [pause, text('It is blue.')],
      ]),
  },
  /** It has two sub-agents, each of which deletes a file that does not exist. */
  delegating: {
    commits: [...BEGUN, ...Array.from({ length: 12 }, (_, nth) => `step ${nth + 1} of the agents`)],
    model: () => {
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
    },
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** A clock that advances at each call, so that no two pieces of text share a commit. */
export function steppingClock(): Clock {
  let monotonic = 0;
  return { ...systemClock, monotonic: () => (monotonic += 20) };
}
