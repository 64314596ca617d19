import type { ModelRequest } from '../../../../core/ports/model.ts';
import { behaviours, introduce } from './behaviours.ts';
import { conversationIn } from './conversation.ts';
import type { Plan } from './plan.ts';

/** The answer of the demo model: a pure function of the request, including follow-up turns. */
export function planFor(request: ModelRequest): Plan {
  const conversation = conversationIn(request);
  for (const { plan } of behaviours) {
    const found = plan(conversation);
    if (found) return found;
  }
  return introduce(conversation);
}
