import type { Tone } from '../parts/tone.ts';
import { automationWords as said } from '#words/automation.ts';
import type { Fire } from './triggers.ts';
import { worded } from '../engine/failure.ts';

export type OutcomeName = keyof typeof said.outcomes;
export interface Outcome {
  readonly name: OutcomeName;
  readonly tone: Tone;
  readonly words: string;
  /** Why, in a sentence; '' if there is nothing to say. */
  readonly reason: string;
}

type Judged = Pick<Fire, 'outcome' | 'cause' | 'endedAt' | 'reason'>;

const INTERRUPTED = 'interrupted';

const TONES: Readonly<Record<OutcomeName, Tone>> = {
  verified: 'good',
  unverified: 'neutral',
  failed: 'bad',
  stopped: 'neutral',
  interrupted: 'bad',
  waiting: 'warn',
  skipped: 'neutral',
  missed: 'warn',
  running: 'neutral',
  tried: 'neutral',
  trying: 'neutral',
  unknown: 'neutral',
};

function nameOf({ outcome, cause, endedAt, reason }: Judged): OutcomeName {
  if (outcome === 'waiting') return 'waiting';
  if (outcome === null || endedAt === null) return cause === 'test' ? 'trying' : 'running';
  if (outcome === 'failed') {
    if (reason?.code === INTERRUPTED) return 'interrupted';
    return reason?.code === 'stopped' ? 'stopped' : 'failed';
  }
  return cause === 'test' ? 'tried' : outcome;
}

const IN_PROGRESS: ReadonlySet<OutcomeName> = new Set(['running', 'trying', 'waiting']);

/**
 * What became of one time that a trigger fired, for a person.
 * @param away the engine cannot be reached: what was in progress may have ended
 * @param isReminder it only shows something, and nothing of it is checked
 */
export function outcomeOf(fire: Judged, away: boolean, isReminder = false): Outcome {
  const last = nameOf(fire);
  const name = away && IN_PROGRESS.has(last) ? 'unknown' : last;
  const reason =
    name === 'tried'
      ? said.tried
      : name === 'unverified'
        ? said.notChecked
        : name === 'stopped'
          ? ''
          : worded(fire.reason?.text ?? '', fire.reason?.says);
  const isShown = isReminder && (name === 'verified' || name === 'unverified');
  return { name, tone: TONES[name], words: isShown ? said.shown : said.outcomes[name], reason };
}

/** It was cut off, and is not repeated by itself. */
export const isCutOff = (fire: Judged): boolean => nameOf(fire) === 'interrupted';
