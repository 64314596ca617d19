import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { unconfirmed } from '../automation/triggers.ts';
import { visible } from '../parts/visible.ts';
import { waitingWords } from '#words/waiting.ts';

const said = waitingWords;

/** Automations that do nothing until their owner has seen what they may do. */
export function Unconfirmed(): VNode | null {
  if (unconfirmed.value.length === 0) return null;
  return (
    <section class="card" aria-labelledby="unconfirmed-title">
      <h3 id="unconfirmed-title">{said.unconfirmed}</h3>
      <p class="hint">{said.unconfirmedHint}</p>
      <ul class="lines">
        {unconfirmed.value.map(({ triggerId, title }) => (
          <li key={triggerId}>
            <a href={placeOfArea('automation', triggerId)} dir="auto">
              {visible(title)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
