import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../../app/notices.ts';
import { engine } from '../../engine/client.ts';
import { told } from '../../engine/failure.ts';
import { Alert } from '../../parts/alert.tsx';
import { Choice } from '../../parts/choice.tsx';
import { useModal } from '../../parts/use-modal.ts';
import { visible } from '../../parts/visible.ts';
import { peopleWords } from '#words/people.ts';
import { threadWords } from '#words/threads.ts';
import type { Person } from './model.ts';

const said = peopleWords.remove;
const ERASE = '';

/** Removes somebody, and asks first what becomes of what is theirs: it is erased, or somebody else gets it. */
export function RemovePerson({
  person,
  others,
  onDone,
}: {
  person: Person;
  /** Who can get it. */
  others: readonly Person[];
  onDone: () => void;
}): VNode {
  const { modal, close } = useModal(onDone);
  const to = useSignal<string>(ERASE);
  const wrong = useSignal('');
  const name = visible(person.name ?? '');
  const agreed = others.filter(({ personId }) => personId === person.handoverTo);
  const remove = async () => {
    try {
      const body = to.value === ERASE ? { erase: true as const } : { handover: { to: to.value } };
      await engine['people.remove']({ params: { id: person.personId }, body });
      say(said.done(name));
      close();
    } catch (error) {
      wrong.value = told(error);
    }
  };
  return (
    <dialog {...modal} aria-labelledby="remove-person" aria-describedby="remove-says">
      <h3 id="remove-person" dir="auto">
        {said.question(name)}
      </h3>
      <p id="remove-says">{said.says}</p>
      <Choice
        label={said.what}
        value={to.value}
        options={{
          [ERASE]: said.erase,
          ...Object.fromEntries(
            agreed.map((one) => [one.personId, said.handOver(visible(one.name ?? peopleWords.owner))]),
          ),
        }}
        hint={agreed.length === 0 ? said.notAgreed : ''}
        onChoose={(chosen) => (to.value = chosen)}
      />
      <Alert text={wrong.value} />
      <div class="row">
        <button type="button" class="bad" onClick={() => void remove()}>
          {said.act}
        </button>
        <button type="button" onClick={close}>
          {threadWords.cancel}
        </button>
      </div>
    </dialog>
  );
}
