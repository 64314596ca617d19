import { Type } from 'typebox';
import type { ApiProfile, ShownApi } from '../../core/outside/api-store/model.ts';
import type { refuse } from '../../core/outside/api-store/errors.ts';
import type { refuse as secretRefuse } from '../../core/trust/secrets/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, SaysOfProblems, shownProblems, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuse & Pick<typeof secretRefuse, 'vault_locked'>>();

const Texts = Type.Optional(Type.Array(Type.String()));
const Most = Type.Optional(Type.Integer({ minimum: 1 }));

/** The names are those of the file, as the specification prints them. */
const fields = {
  name: Type.String(),
  base_url: Type.String(),
  description: Type.String(),
  auth: Type.Optional(
    Type.Object({
      type: Type.Enum(['basic', 'bearer', 'header', 'query']),
      header_name: Type.Optional(Type.String()),
      query_param: Type.Optional(Type.String()),
      instructions: Type.Optional(Type.String({ description: 'Refers to secrets as secret:NAME' })),
    }),
  ),
  rate_limit: Type.Optional(
    Type.Object({
      requests_per_second: Most,
      requests_per_minute: Most,
      requests_per_hour: Most,
      requests_per_day: Most,
    }),
  ),
  endpoints: Type.Optional(
    Type.Array(
      Type.Object({
        method: Type.String(),
        path: Type.String(),
        description: Type.Optional(Type.String()),
      }),
    ),
  ),
  guidelines: Texts,
  avoid: Texts,
  notes: Texts,
};
const Profile = Type.Object({
  id: Type.String(),
  ...fields,
  limits: Type.Array(
    Type.Object({
      window: Type.Enum(['second', 'minute', 'hour', 'day']),
      max: Type.Integer({ minimum: 1 }),
      used: Type.Integer({ minimum: 0 }),
      resetsAt: Type.Union([Time, Type.Null()], { description: 'Null when nothing is used' }),
    }),
    { description: 'The limits for the host: the strictest of all profiles for it' },
  ),
});

const shown = ({ limits, ...profile }: ShownApi) => ({
  ...profile,
  limits: limits.map(({ resetsAt, ...limit }) => ({
    ...limit,
    resetsAt: resetsAt === null ? null : time(resetsAt),
  })),
});

export const apis = {
  'apis.list': json({
    route: 'GET /api/api-profiles',
    who: 'person',
    summary:
      'The profiles of all registered APIs, and how much of their rate limits is used up. Never the values of secrets.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      profiles: Type.Array(Profile),
      problems: Type.Array(Type.String(), {
        description: 'What hinders the reading of profiles, such as a file that is no valid one',
      }),
      says: SaysOfProblems,
    }),
    handle: async ({ apis }) => {
      await apis.look();
      return { profiles: apis.list().map(shown), ...shownProblems(apis.problems()) };
    },
  }),
  'apis.get': json({
    route: 'GET /api/api-profiles/:id',
    who: 'person',
    summary: 'The profile of one registered API.',
    status: 200,
    refuses: ['api_profile_not_found'],
    returns: Profile,
    handle: async ({ apis }, { params }) => {
      await apis.look();
      return shown(apis.get(params.id));
    },
  }),
  'apis.save': json({
    route: 'PUT /api/api-profiles/:id',
    who: 'owner',
    summary:
      'Store the whole profile of an API, in the place of the one with this id. It is checked as the agent’s are, and the secrets that it names may then go to its host.',
    status: 200,
    refuses: [
      'api_profile_incomplete',
      'invalid_api_profile',
      'api_file_in_the_way',
      'api_profile_busy',
      'vault_locked',
    ],
    ours: true,
    body: Type.Object(fields, closed),
    returns: Profile,
    handle: async ({ apis }, { params, body }) => {
      await apis.look();
      const given = { ...body, id: params.id };
      return shown((await apis.save(given as Partial<ApiProfile>)).profile);
    },
  }),
  'apis.remove': json({
    route: 'DELETE /api/api-profiles/:id',
    who: 'owner',
    summary:
      'Delete the profile of an API. The secrets that it names stay, and may no longer go to its host.',
    status: 204,
    refuses: ['api_profile_not_found', 'api_profile_busy'],
    ours: true,
    handle: async ({ apis }, { params }) => {
      await apis.look();
      await apis.delete(params.id);
      return undefined;
    },
  }),
};
