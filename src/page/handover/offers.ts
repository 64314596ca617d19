import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { me } from '../engine/me.ts';

export type Offer = Answer<'handovers.list'>['handovers'][number];

/** What others have offered to the person who is signed in, and what they have offered, the oldest first. */
export const offers = signal<readonly Offer[]>([]);
/** The names of those who take part in them. */
export const names = signal<ReadonlyMap<string, string | null>>(new Map());

/** Who is alone is offered nothing, and asks nothing. @throws what the engine refuses */
export async function readOffers(): Promise<void> {
  if (me.value === null) return;
  const { handovers } = await engine['handovers.list']();
  if (handovers.length > 0) {
    const { people } = await engine['people.list']();
    names.value = new Map(people.map(({ personId, name }) => [personId, name]));
  }
  offers.value = handovers;
}
