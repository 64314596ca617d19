import { saying, type Plain, type Quoted } from '../../kernel/says.ts';
import type { HandoverKind } from './model.ts';

/** Why something is refused. */
export interface HandoverProblems extends Plain<
  'handover.handover_not_found' | 'handover.receiver_disabled'
> {
  'handover.too_many_offers': { most: number; whose: 'giver' | 'receiver' };
}

/** Of whom and what; `name`: null of an owner who has given none. */
type Offered = { kind: HandoverKind; name: Quoted | null; title: Quoted };

/** What people are told of what is offered to them, and of what becomes of what they have offered. */
export interface HandoverSays extends Plain<'told.offered' | 'told.offer_accepted' | 'told.offer_declined'> {
  'told.offered_text': Offered;
  'told.offer_accepted_text': Offered;
  'told.offer_declined_text': Offered;
}

export const say = saying<HandoverSays>();
