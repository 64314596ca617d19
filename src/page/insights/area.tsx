import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { insightWords as said } from '#words/insights.ts';
import { Conversations } from './conversations.tsx';
import './insights.css';
import { Patterns } from './patterns.tsx';

/** What the engine has learned from its own runs. */
const InsightsArea = (): VNode => (
  <section class="area roomy insights">
    <h2>{said.title}</h2>
    <p>
      <a href={placeOfArea('timeline')}>{said.asTimelines}</a>
    </p>
    <Patterns />
    <Conversations />
  </section>
);

export default InsightsArea;
