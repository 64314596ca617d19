import type { VNode } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import './outcome-word.css';
import type { Tone } from './tone.ts';

/** What became of something, in a word with its mark. */
export const OutcomeWord = ({ tone, icon, words }: { tone: Tone; icon?: IconName; words: string }): VNode => (
  <strong class={`outcome is-${tone}`}>
    {icon === undefined ? null : <Icon name={icon} />}
    {words}
  </strong>
);
