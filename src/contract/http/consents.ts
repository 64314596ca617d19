import { BY_PERSON } from '../../core/trust/people/model.ts';
import { Type } from 'typebox';
import { grantId, threadId } from '../../core/kernel/ids.ts';
import { consentLimits } from '../../core/conversation/consent/limits.ts';
import type { Grant } from '../../core/conversation/consent/model.ts';
import type { refuse as refuseConsent } from '../../core/conversation/consent/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, Name, OrNull, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseConsent & typeof refuseThreads>();

const { maxDays, targetChars, toolChars } = consentLimits;

const Class = Type.Enum(['write_local', 'send_outside'], {
  description:
    'send_outside: send to one host, by https unless it says http://; write_local: change files and memory in unattended runs',
});

const Consent = Type.Object({
  id: Id,
  class: Class,
  target: OrNull(
    Type.String({
      description: 'The host, with any non-default port: for https, or for http with http:// before it',
    }),
  ),
  tool: OrNull(Type.String({ description: 'Null: any tool' })),
  folder: OrNull(
    Type.String({ description: 'Files in this folder of the workspace; null: not restricted to one' }),
  ),
  threadId: OrNull(Id),
  triggerId: OrNull(
    Type.String({ description: 'Counts for the runs of this trigger alone, and ends with it' }),
  ),
  workflowId: OrNull(
    Type.String({ description: 'Counts for the runs of this workflow alone, and ends with it' }),
  ),
  by: Type.String(),
  createdAt: Time,
  expiresAt: Time,
});

const shown = ({
  grantId: id,
  class: kind,
  target,
  tool,
  folder,
  threadId,
  triggerId,
  workflowId,
  createdAt,
  expiresAt,
}: Grant) => ({
  id,
  class: kind,
  target,
  tool,
  folder,
  threadId,
  triggerId,
  workflowId,
  // Only one's own are shown.
  by: BY_PERSON,
  createdAt: time(createdAt),
  expiresAt: time(expiresAt),
});

/** Consents of the owner that outlast one call. */
export const consents = {
  'consents.list': json({
    route: 'GET /api/consents',
    who: 'starter',
    summary: 'What the agent may do without asking, allowed by an answer or beforehand.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ consents: Type.Array(Consent) }),
    handle: async ({ consents }, { asker }) => ({
      consents: (await consents.list(asker.person)).map(shown),
    }),
  }),
  'consents.allow': json({
    route: 'POST /api/consents',
    who: 'starter',
    summary:
      'Allow something beforehand, for unattended runs. For one conversation it lasts a day, ' +
      `otherwise ${consentLimits.alwaysMs / 86_400_000}, unless days says how long.`,
    status: 201,
    refuses: ['invalid_consent', 'thread_not_found'],
    ours: true,
    body: Type.Object(
      {
        class: Class,
        target: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: targetChars,
            description:
              'The host, for send_outside: like api.example.org or api.example.org:8443 for https, or http://api.example.org for http',
          }),
        ),
        tool: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: toolChars,
            description: 'Only this tool; without it any tool',
          }),
        ),
        threadId: Type.Optional(Name),
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDays })),
      },
      closed,
    ),
    returns: Consent,
    handle: async ({ consents }, { body, asker }) => {
      const { target = null, tool = null, days = null } = body;
      const thread = body.threadId === undefined ? null : threadId(body.threadId);
      return shown(
        await consents.allow(asker.person, {
          class: body.class,
          target,
          tool,
          threadId: thread,
          days,
        }),
      );
    },
  }),
  'consents.revoke': json({
    route: 'DELETE /api/consents/:id',
    who: 'starter',
    summary: 'Revoke a consent: from the next call on, the agent asks.',
    status: 204,
    refuses: ['consent_not_found'],
    ours: true,
    handle: async ({ consents }, { params, asker }) => {
      await consents.revoke(asker.person, grantId(params.id));
      return undefined;
    },
  }),
};
