import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { me } from '../engine/me.ts';
import { Alert } from '../parts/alert.tsx';
import { Choice } from '../parts/choice.tsx';
import { useModal } from '../parts/use-modal.ts';
import { useReading } from '../parts/use-reading.ts';
import { visible } from '../parts/visible.ts';
import { handoverWords as said } from '#words/handover.ts';
import { threadWords } from '#words/threads.ts';
import { readOffers, type Offer } from './offers.ts';

/** Asks to whom one thing goes. It stays where it is until that person has said yes. */
export default function HandOver({
  kind,
  id,
  title,
  onClose,
}: Pick<Offer, 'kind' | 'id' | 'title'> & { onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const others = useSignal<readonly { readonly personId: string; readonly name: string | null }[]>([]);
  const to = useSignal('');
  const refused = useSignal('');
  const { wrong } = useReading(async () => {
    const { people } = await engine['people.list']();
    others.value = people.filter(
      ({ personId, disabled }) => personId !== me.value?.personId && disabled !== true,
    );
    to.value = others.value[0]?.personId ?? '';
    return '';
  });
  const offer = async () => {
    try {
      const asked = { params: { id }, body: { to: to.value } };
      if (kind === 'thread') await engine['threads.handOver'](asked);
      else if (kind === 'trigger') await engine['triggers.handOver'](asked);
      else await engine['workflows.handOver'](asked);
      say(said.offered(title));
      close();
      await readOffers().catch(() => undefined);
    } catch (error) {
      refused.value = told(error);
    }
  };
  return (
    <dialog {...modal} aria-labelledby="hand-over" aria-describedby="hand-over-says">
      <h3 id="hand-over" dir="auto">
        {visible(said.question(title))}
      </h3>
      <p id="hand-over-says">{said.says[kind]}</p>
      <Choice
        label={said.to}
        value={to.value}
        options={Object.fromEntries(
          others.value.map(({ personId, name }) => [personId, visible(name ?? said.owner)]),
        )}
        onChoose={(chosen) => (to.value = chosen)}
      />
      <Alert text={refused.value === '' ? wrong.value : refused.value} />
      <div class="row">
        <button type="button" class="primary" disabled={to.value === ''} onClick={() => void offer()}>
          {said.offer}
        </button>
        <button type="button" onClick={close}>
          {threadWords.cancel}
        </button>
      </div>
    </dialog>
  );
}
