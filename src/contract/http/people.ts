import { Type } from 'typebox';
import { ONE_PLAIN_LINE } from '../../core/kernel/patterns.ts';
import { personId } from '../../core/kernel/ids.ts';
import type { refuse as refusePeople } from '../../core/trust/people/errors.ts';
import { peopleLimits } from '../../core/trust/people/limits.ts';
import { scopes, starterKinds, waysToSignIn, type Person } from '../../core/trust/people/model.ts';
import { belongingKinds, type BelongingKind } from '../../core/trust/removal/model.ts';
import type { refuse as refuseSignIn } from '../../core/trust/sign-in/errors.ts';
import { signInLimits } from '../../core/trust/sign-in/limits.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, OrNull, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refusePeople & typeof refuseSignIn>();

/** What started something, and for whom it acts. */
export const StarterShape = Type.Object(
  {
    kind: Type.Enum([...starterKinds]),
    personId: Id,
    id: Type.Union([Type.String(), Type.Null()], {
      description: 'Of the trigger, the run of the workflow, the task, or the way of the host',
    }),
  },
  { description: 'What started it, and the person for whom it acts' },
);

/** Of everything that can be somebody's. */
export const CountsOfBelongings = Type.Object(
  Object.fromEntries(belongingKinds.map((kind) => [kind, Type.Integer({ minimum: 0 })])) as Record<
    BelongingKind,
    ReturnType<typeof Type.Integer>
  >,
  { description: 'How many of each kind; of runs what they have cost stays' },
);

/** On one line. */
export const PersonName = Type.String({
  minLength: 1,
  maxLength: peopleLimits.nameChars,
  pattern: ONE_PLAIN_LINE,
});

const person = {
  personId: Id,
  name: Type.Union([Type.String(), Type.Null()], { description: 'Null for an owner who has given none' }),
  role: Type.Enum(['owner', 'member']),
  createdAt: Time,
  lastSeenAt: OrNull(Time),
  disabled: Type.Boolean({ description: 'They are let in nowhere' }),
  dailyLimitUsd: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'What their runs may cost in a day; null: only the ceilings of the engine count',
  }),
  proxyUser: Type.Union([Type.String(), Type.Null()], {
    description: 'By what name a trusted proxy knows them',
  }),
  handoverTo: Type.Union([Id, Type.Null()], {
    description: 'To whom they have agreed to hand over what is theirs, when they are removed',
  }),
};
const PersonShape = Type.Object(person);

const shownPerson = (one: Person) => ({
  ...one,
  createdAt: time(one.createdAt),
  lastSeenAt: one.lastSeenAt === null ? null : time(one.lastSeenAt),
});

const Given = {
  url: Type.String({ description: 'Shown this once' }),
  expiresAt: Time,
};

export const people = {
  'me.get': json({
    route: 'GET /api/me',
    who: 'person',
    summary: 'Who asks, and how they signed in.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      ...person,
      signedIn: Type.Enum([...waysToSignIn], {
        description:
          'files: over the private socket of the data directory; open: this engine asks for no sign-in; token: the token of the engine; login: a cookie, given for that token; first: a cookie, given to the browser that let the first person in; invitation, link, passkey, oidc: a cookie, given for one of these; own_token: a token that the person made; proxy: a trusted proxy says so',
      }),
      scopes: Type.Array(Type.Enum([...scopes]), { description: 'What this way to sign in allows' }),
      signingIn: Type.Boolean({ description: 'Whether people sign in here: from the first invitation on' }),
    }),
    handle: async ({ people }, { asker }) => ({
      ...shownPerson(await people.me(asker)),
      signedIn: asker.signedIn,
      scopes: [...asker.scopes],
      signingIn: people.isSigningInOn,
    }),
  }),
  'me.handover': json({
    route: 'PUT /api/me/handover',
    who: 'person',
    summary:
      'Agree, or no longer, that what is yours may be handed over to somebody when you are removed. Without it, it can only be erased.',
    status: 200,
    refuses: ['person_not_found', 'handover_to_self'],
    ours: true,
    body: Type.Object({ to: OrNull(Id) }, closed),
    returns: PersonShape,
    handle: async ({ people }, { body: { to }, asker }) =>
      shownPerson(await people.agreeToHandover(asker, to === null ? null : personId(to))),
  }),
  'people.list': json({
    route: 'GET /api/people',
    who: 'person',
    summary: 'Who is here, the owner first. Members are told names only.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      people: Type.Array(
        Type.Object({
          personId: Id,
          name: person.name,
          role: Type.Optional(person.role),
          createdAt: Type.Optional(Time),
          lastSeenAt: Type.Optional(OrNull(Time)),
          disabled: Type.Optional(person.disabled),
          dailyLimitUsd: Type.Optional(person.dailyLimitUsd),
          proxyUser: Type.Optional(person.proxyUser),
          handoverTo: Type.Optional(person.handoverTo),
        }),
      ),
    }),
    handle: async ({ people }, { asker }) => {
      const all = await people.list();
      if (asker.role === 'owner') return { people: all.map(shownPerson) };
      return { people: all.map(({ personId: id, name }) => ({ personId: id, name })) };
    },
  }),
  'people.files': json({
    route: 'GET /api/people/files',
    who: 'owner',
    needs: 'read',
    summary: 'How much of the disk the files, uploads and artifacts of each member take now.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      people: Type.Array(Type.Object({ personId: Id, usedBytes: Type.Integer({ minimum: 0 }) })),
    }),
    handle: async ({ people, files }) => {
      const members = (await people.list()).filter(({ role }) => role === 'member');
      const used: { personId: string; usedBytes: number }[] = [];
      for (const { personId: id } of members) used.push({ personId: id, usedBytes: await files.usedBy(id) });
      return { people: used };
    },
  }),
  'people.set': json({
    route: 'PATCH /api/people/:id',
    who: 'owner',
    summary:
      'Change the name, the daily limit or the name at a proxy of a person, or disable or enable them. Who is disabled is out at once, and what works for them ends; their sessions and tokens are gone for good, and whom is enabled signs in anew. What was due meanwhile is not made up for when they are enabled.',
    status: 200,
    refuses: ['person_not_found', 'owner_stays', 'proxy_user_taken'],
    ours: true,
    body: Type.Object(
      {
        name: Type.Optional(PersonName),
        dailyLimitUsd: Type.Optional(OrNull(Type.Number({ minimum: 0, maximum: 1_000_000 }))),
        disabled: Type.Optional(Type.Boolean()),
        proxyUser: Type.Optional(
          OrNull(Type.String({ minLength: 1, maxLength: peopleLimits.proxyUserChars, pattern: '\\S' })),
        ),
      },
      closed,
    ),
    returns: PersonShape,
    handle: async ({ disabling }, { params, body }) =>
      shownPerson(await disabling.set(personId(params.id), body)),
  }),
  'people.remove': json({
    route: 'DELETE /api/people/:id',
    who: 'owner',
    summary:
      'Remove a person, who is out first. What is theirs is erased, or handed over to somebody to whom they have agreed; the answer says how many of each kind. Asked again after a failure, it goes on.',
    status: 200,
    refuses: ['person_not_found', 'owner_stays', 'handover_to_self', 'handover_not_agreed', 'still_at_work'],
    ours: true,
    body: Type.Union([
      Type.Object({ erase: Type.Literal(true) }, closed),
      Type.Object({ handover: Type.Object({ to: Id }, closed) }, closed),
    ]),
    returns: Type.Object({
      fate: Type.Enum(['erased', 'handed_over']),
      counts: CountsOfBelongings,
    }),
    handle: async ({ removal }, { params, body }) =>
      await removal.remove(personId(params.id), 'erase' in body ? null : personId(body.handover.to)),
  }),
  'people.link': json({
    route: 'POST /api/people/:id/links',
    who: 'owner',
    summary: 'Make a link that signs one browser in as this person, once and within an hour. They are told.',
    status: 201,
    refuses: ['person_not_found', 'public_url_required', 'person_disabled', 'sign_in_needed'],
    ours: true,
    returns: Type.Object(Given),
    handle: async ({ invitations }, { params, asker }) => {
      const { url, expiresAt } = await invitations.link(asker, personId(params.id));
      return { url, expiresAt: time(expiresAt) };
    },
  }),
  'people.invite': json({
    route: 'POST /api/people/invitations',
    who: 'owner',
    summary:
      'Invite somebody. From the first invitation on everybody signs in, on every way in; the browser that asks for it is signed in with the answer.',
    status: 201,
    refuses: ['public_url_required', 'sign_in_needed', 'most_reached'],
    ours: true,
    body: Type.Object(
      {
        name: PersonName,
        hours: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: signInLimits.mostInvitationHours,
            default: signInLimits.invitationHours,
          }),
        ),
      },
      closed,
    ),
    returns: Type.Object({ invitationId: Id, ...Given }),
    handle: async ({ invitations }, { body, asker, door }) => {
      const made = await invitations.invite(asker, body, await door.visitor());
      const { invitationId, url, expiresAt, session } = made;
      if (session !== null) await door.give(session);
      return { invitationId, url, expiresAt: time(expiresAt) };
    },
  }),
  'people.invitations': json({
    route: 'GET /api/people/invitations',
    who: 'owner',
    summary: 'The invitations that nobody has accepted yet and that still count, the newest first.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      invitations: Type.Array(
        Type.Object({ invitationId: Id, name: Type.String(), createdAt: Time, expiresAt: Time }),
      ),
    }),
    handle: async ({ invitations }) => ({
      invitations: (await invitations.list()).map(({ invitationId, name, createdAt, expiresAt }) => ({
        invitationId,
        name,
        createdAt: time(createdAt),
        expiresAt: time(expiresAt),
      })),
    }),
  }),
  'people.withdraw': json({
    route: 'DELETE /api/people/invitations/:id',
    who: 'owner',
    summary: 'Withdraw an invitation.',
    status: 204,
    refuses: ['invitation_not_found'],
    ours: true,
    handle: async ({ invitations }, { params }) => {
      await invitations.withdraw(params.id);
      return undefined;
    },
  }),
};
