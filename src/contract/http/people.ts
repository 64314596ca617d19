import { Type } from 'typebox';
import { scopes, starterKinds, waysToSignIn } from '../../core/trust/people/model.ts';
import { json } from '../row.ts';
import { Id, Time, time } from '../shapes.ts';

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

export const people = {
  'me.get': json({
    route: 'GET /api/me',
    who: 'person',
    summary: 'Who asks, and how they signed in.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      personId: Id,
      name: Type.Union([Type.String(), Type.Null()], { description: 'Null for an owner who has given none' }),
      role: Type.Enum(['owner', 'member']),
      createdAt: Time,
      lastSeenAt: Type.Union([Time, Type.Null()]),
      disabled: Type.Boolean(),
      dailyLimitUsd: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
        description: 'What their runs may cost in a day; null: only the ceilings of the engine count',
      }),
      signedIn: Type.Enum([...waysToSignIn], {
        description:
          'files: over the private socket of the data directory; open: this engine asks for no sign-in; token: the token of the engine; login: a cookie, given for the token',
      }),
      scopes: Type.Array(Type.Enum([...scopes]), { description: 'What this way to sign in allows' }),
    }),
    handle: async ({ people }, { asker }) => {
      const person = await people.me(asker);
      return {
        ...person,
        createdAt: time(person.createdAt),
        lastSeenAt: person.lastSeenAt === null ? null : time(person.lastSeenAt),
        signedIn: asker.signedIn,
        scopes: [...asker.scopes],
      };
    },
  }),
};
