import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { isMember } from '../engine/me.ts';
import { yourDataWords as said } from '#words/your-data.ts';
import { Erase } from './erase.tsx';
import { Export } from './export.tsx';
import { Move } from './move.tsx';
import { BringPast } from './past/bring-past.tsx';
import { Ways } from './ways.tsx';
import './your-data.css';

/** Conversations in; everything out, everything moved, everything gone. To a member it shows what is theirs. */
const YourDataArea = (): VNode => (
  <section class="area your-data">
    <h2>{said.title}</h2>
    {isMember.value ? (
      <>
        <p class="hint">
          {said.ofMember} <a href={placeOfArea('settings', 'people')}>{said.ofMemberWay}</a>
        </p>
        <BringPast />
      </>
    ) : (
      <>
        <p class="hint">{said.intro}</p>
        <Ways />
        <BringPast />
        <Move />
        <Export />
        <Erase />
      </>
    )}
  </section>
);

export default YourDataArea;
