import type { VNode } from 'preact';
import { yourDataWords as said } from '#words/your-data.ts';
import { Erase } from './erase.tsx';
import { Export } from './export.tsx';
import { Move } from './move.tsx';
import { Ways } from './ways.tsx';
import './your-data.css';

/** Everything out, everything moved, everything gone. */
const YourDataArea = (): VNode => (
  <section class="area your-data">
    <h2>{said.title}</h2>
    <p class="hint">{said.intro}</p>
    <Ways />
    <Move />
    <Export />
    <Erase />
  </section>
);

export default YourDataArea;
