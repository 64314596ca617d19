import { Type } from 'typebox';
import { personId } from '../../core/kernel/ids.ts';
import type { refuse as refuseBackground } from '../../core/conversation/background/errors.ts';
import type { refuse as refuseThread } from '../../core/conversation/threads/errors.ts';
import type { refuse as refuseChanges } from '../../core/workspace/changesets/errors.ts';
import type { refuse as refuseTrigger } from '../../core/automation/triggers/errors.ts';
import type { refuse as refuseWorkflow } from '../../core/automation/workflows/errors.ts';
import type { refuse as refuseFiles } from '../../core/workspace/files/errors.ts';
import type { refuse as refuseHandover } from '../../core/trust/handover/errors.ts';
import { handoverKinds } from '../../core/trust/handover/model.ts';
import type { ShownHandover } from '../../core/trust/handover/service.ts';
import type { refuse as refusePeople } from '../../core/trust/people/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<
  typeof refuseBackground &
    typeof refuseThread &
    typeof refuseChanges &
    typeof refuseTrigger &
    typeof refuseWorkflow &
    typeof refuseFiles &
    typeof refuseHandover &
    typeof refusePeople
>();

const OfferBody = Type.Object({ to: Id }, closed);

const offer = {
  handoverId: Id,
  kind: Type.Enum([...handoverKinds]),
  id: Type.String({ description: 'Of the thread, the trigger or the workflow' }),
  title: Type.String(),
  from: Id,
  to: Id,
  createdAt: Time,
};
const Offer = Type.Object(offer);

const shown = ({ thingId, createdAt, ...rest }: ShownHandover) => ({
  handoverId: rest.handoverId,
  kind: rest.kind,
  id: thingId,
  title: rest.title,
  from: rest.from,
  to: rest.to,
  createdAt: time(createdAt),
});

const OFFERED =
  'It stays yours until that person accepts. Another offer of the same thing takes the place of this one.';
const PEOPLE = ['person_not_found', 'handover_to_self', 'receiver_disabled', 'too_many_offers'] as const;

/** One thing of somebody for somebody else. */
export const handovers = {
  'threads.handOver': json({
    route: 'POST /api/threads/:id/handover',
    who: 'starter',
    summary: `Offer a thread to another person, with its messages, runs, queue, artifacts and copies of the files that were sent in it, but without its instructions, which are words of yours; what waits in its queue waits until the other lets it go on. What it has cost stays with whom it was spent for. ${OFFERED}`,
    status: 201,
    refuses: ['thread_not_found', 'run_in_progress', 'changes_pending', ...PEOPLE],
    ours: true,
    body: OfferBody,
    returns: Offer,
    handle: async ({ handovers: all }, { params, body, asker }) =>
      shown(await all.offer(asker, 'thread', params.id, personId(body.to))),
  }),
  'triggers.handOver': json({
    route: 'POST /api/triggers/:id/handover',
    who: 'starter',
    summary: `Offer a trigger to another person, with its conversation. With them it may nothing and does not fire until they have confirmed it. ${OFFERED}`,
    status: 201,
    refuses: [
      'trigger_not_found',
      'ambiguous_id',
      'id_too_short',
      'thread_not_found',
      'run_in_progress',
      'changes_pending',
      ...PEOPLE,
    ],
    ours: true,
    body: OfferBody,
    returns: Offer,
    handle: async ({ handovers: all }, { params, body, asker }) =>
      shown(await all.offer(asker, 'trigger', params.id, personId(body.to))),
  }),
  'workflows.handOver': json({
    route: 'POST /api/workflow-definitions/:id/handover',
    who: 'starter',
    summary: `Offer a workflow to another person. With them it may nothing beyond what they allow; what it has done stays with you. ${OFFERED}`,
    status: 201,
    refuses: ['workflow_not_found', 'workflow_in_use', 'ambiguous_id', 'id_too_short', ...PEOPLE],
    ours: true,
    body: OfferBody,
    returns: Offer,
    handle: async ({ handovers: all }, { params, body, asker }) =>
      shown(await all.offer(asker, 'workflow', params.id, personId(body.to))),
  }),
  'handovers.list': json({
    route: 'GET /api/handovers',
    who: 'starter',
    summary:
      'What you have offered to others and what they have offered to you, the oldest first: at most 100 of each.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ handovers: Type.Array(Offer) }),
    handle: async ({ handovers: all }, { asker }) => ({ handovers: (await all.list(asker)).map(shown) }),
  }),
  'handovers.accept': json({
    route: 'POST /api/handovers/:id/accept',
    who: 'starter',
    summary: 'Say yes to what was offered to you: it is yours from now on, with all that hangs on it.',
    status: 200,
    refuses: [
      'handover_not_found',
      'thread_not_found',
      'trigger_not_found',
      'workflow_not_found',
      'workflow_in_use',
      'run_in_progress',
      'changes_pending',
      'file_exists',
      'file_changed',
      'not_permitted',
      'member_files_full',
    ],
    ours: true,
    returns: Type.Object({ kind: offer.kind, id: offer.id }),
    handle: async ({ handovers: all }, { params, asker }) => {
      const { kind, thingId } = await all.accept(asker, params.id);
      return { kind, id: thingId };
    },
  }),
  'handovers.end': json({
    route: 'DELETE /api/handovers/:id',
    who: 'starter',
    summary: 'Say no to what was offered to you, or take back what you have offered.',
    status: 204,
    refuses: ['handover_not_found'],
    ours: true,
    handle: async ({ handovers: all }, { params, asker }) => {
      await all.end(asker, params.id);
      return undefined;
    },
  }),
};
