import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { showArea, showThread } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { me } from '../engine/me.ts';
import { visible } from '../parts/visible.ts';
import { handoverWords as said } from '#words/handover.ts';
import { names, offers, readOffers, type Offer } from './offers.ts';

/** What others would hand over, each with a yes and a no, and what waits for the yes of others. */
export function OfferList(): VNode | null {
  if (offers.value.length === 0) return null;
  return (
    <section class="card" aria-labelledby="offers-title">
      <h3 id="offers-title">{said.offers}</h3>
      <ul class="lines">
        {offers.value.map((offer) => (
          <li key={offer.handoverId}>
            {offer.to === me.value?.personId ? <ToYou offer={offer} /> : <ByYou offer={offer} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = (id: string): string => names.value.get(id) ?? said.owner;

const ToYou = ({ offer }: { offer: Offer }): VNode => (
  <>
    <span dir="auto">{visible(said.toYou[offer.kind](nameOf(offer.from), offer.title))}</span>
    <span class="actions">
      <button
        type="button"
        class="small primary"
        aria-label={visible(said.acceptNamed(offer.title))}
        onClick={() => void attempt(() => accept(offer))}
      >
        {said.accept}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={visible(said.declineNamed(offer.title))}
        onClick={() => void attempt(() => end(offer, said.declined(offer.title)))}
      >
        {said.decline}
      </button>
    </span>
  </>
);

const ByYou = ({ offer }: { offer: Offer }): VNode => (
  <>
    <span dir="auto">{visible(said.byYou(nameOf(offer.to), offer.title))}</span>
    <span class="actions">
      <button
        type="button"
        class="quiet"
        aria-label={visible(said.takeBackNamed(offer.title))}
        onClick={() => void attempt(() => end(offer, said.takenBack(offer.title)))}
      >
        {said.takeBack}
      </button>
    </span>
  </>
);

async function accept({ handoverId, title }: Offer): Promise<void> {
  const { kind, id } = await engine['handovers.accept']({ params: { id: handoverId } });
  say(said.accepted(title));
  if (kind === 'thread') showThread(id);
  else showArea(kind === 'trigger' ? 'automation' : 'workflows', id);
}

async function end({ handoverId }: Offer, done: string): Promise<void> {
  await engine['handovers.end']({ params: { id: handoverId } });
  say(done);
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(told(error));
  }
  await readOffers().catch(() => undefined);
}
