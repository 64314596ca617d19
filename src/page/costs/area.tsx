import type { VNode } from 'preact';
import { areaWords } from '#words/areas.ts';
import { Costs } from './costs.tsx';

const CostsArea = (): VNode => (
  <section class="area">
    <h2 tabIndex={-1}>{areaWords.costs}</h2>
    <Costs />
  </section>
);

export default CostsArea;
