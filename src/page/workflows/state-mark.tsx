import type { VNode } from 'preact';
import { Icon, type IconName } from '../parts/icon.tsx';
import { workflowWords as said } from '#words/workflows.ts';
import { TONES, type RunState, type StepState } from './in-words.ts';

/** Beside the words, so that they are not told apart by colour alone. */
const ICONS: Partial<Record<RunState | StepState, IconName>> = {
  verified: 'check',
  completed: 'check',
  failed: 'cross',
  interrupted: 'cross',
  asking: 'question',
};

const classOf = (state: RunState | StepState): string =>
  TONES[state] === '' ? 'state' : `state is-${TONES[state]}`;

function Marked({ state, text }: { state: RunState | StepState; text: string }): VNode {
  const icon = ICONS[state];
  return (
    <span class={classOf(state)}>
      {icon === undefined ? null : <Icon name={icon} />}
      {text}
    </span>
  );
}

export const RunMark = ({ state }: { state: RunState }): VNode => (
  <Marked state={state} text={said.states[state]} />
);

export const StepMark = ({ state }: { state: StepState }): VNode => (
  <Marked state={state} text={said.stepStates[state]} />
);
