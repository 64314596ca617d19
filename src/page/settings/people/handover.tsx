import type { VNode } from 'preact';
import { engine } from '../../engine/client.ts';
import type { Me } from '../../engine/me.ts';
import { Choice } from '../../parts/choice.tsx';
import type { Reading } from '../../parts/use-reading.ts';
import { visible } from '../../parts/visible.ts';
import { peopleWords } from '#words/people.ts';
import type { Person } from './model.ts';

const said = peopleWords.you;
const NOBODY = '';

/** To whom a member lets what is theirs go when they are removed. Without it, it can only be erased. */
export const Handover = ({
  me,
  people,
  act,
}: {
  me: Me;
  people: readonly Person[];
  act: Reading['act'];
}): VNode => (
  <section class="card" aria-labelledby="handover-title">
    <h3 id="handover-title">{said.handover}</h3>
    <Choice
      label={said.handoverWhat}
      hint={said.handoverHint}
      value={me.handoverTo ?? NOBODY}
      options={{
        [NOBODY]: said.handoverNobody,
        ...Object.fromEntries(
          people
            .filter(({ personId }) => personId !== me.personId)
            .map(({ personId, name }) => [personId, said.handoverTo(visible(name ?? peopleWords.owner))]),
        ),
      }}
      onChoose={(to) => void act(() => engine['me.handover']({ body: { to: to === NOBODY ? null : to } }))}
    />
  </section>
);
