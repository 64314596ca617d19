import { Type, type Static } from 'typebox';
import type { ApiProfile, ApiSetupAsk } from '../../core/outside/api-store/model.ts';
import type { ConsentDemand } from '../../core/ports/tools.ts';
import { demandOfPage } from '../../core/outside/web/model.ts';
import { webLimits } from '../../core/outside/web/limits.ts';
import type { Services } from '../../core/features.ts';
import { say } from '../../core/outside/api-store/says.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const Texts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));
const Most = Type.Optional(Type.Integer({ minimum: 1 }));

/** All optional: the service names missing fields in words, which a schema cannot. */
const Profile = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Small letters, digits, - and _' })),
    name: Type.Optional(Type.String()),
    base_url: Type.Optional(Type.String({ description: 'Requests to its host use this profile' })),
    description: Type.Optional(Type.String({ description: 'What the API is for' })),
    auth: Type.Optional(
      Type.Object(
        {
          type: Type.Enum(['basic', 'bearer', 'header', 'query']),
          header_name: Type.Optional(Type.String({ description: 'For header; X-Api-Key if left out' })),
          query_param: Type.Optional(Type.String({ description: 'For query; key if left out' })),
          instructions: Type.Optional(
            Type.String({
              description:
                'In words, with the secret as secret:NAME; for basic one that contains user:password, or two, the user name ' +
                'first. If the API asks for no credentials, say so here',
            }),
          ),
        },
        closed,
      ),
    ),
    rate_limit: Type.Optional(
      Type.Object(
        {
          requests_per_second: Most,
          requests_per_minute: Most,
          requests_per_hour: Most,
          requests_per_day: Most,
        },
        closed,
      ),
    ),
    endpoints: Type.Optional(
      Type.Array(
        Type.Object(
          { method: Type.String(), path: Type.String(), description: Type.Optional(Type.String()) },
          closed,
        ),
        { description: 'Paths below base_url; {param} stands for a variable part' },
      ),
    ),
    guidelines: Texts('What to do when you use it'),
    avoid: Texts('What not to do'),
    notes: Texts('Other useful facts'),
  },
  closed,
);

export const apis = [
  tool({
    name: 'api_setup',
    family: 'apis',
    usableBy: 'owner',
    summary:
      'Manages the profiles of the APIs that http_request may use: list, view, create, update, delete, or bootstrap from an ' +
      'OpenAPI 3 document. Research an API before you create its profile: it needs endpoints, guidelines, things to ' +
      'avoid, and auth. Your owner is asked before a profile changes. update replaces the ' +
      'old ones.',
    input: Type.Object(
      {
        action: Type.Enum(['list', 'view', 'create', 'update', 'bootstrap', 'delete']),
        id: Type.Optional(Type.String({ description: 'Which profile, for view, update and delete' })),
        profile: Type.Optional(Profile),
        url: Type.Optional(
          Type.String({
            maxLength: webLimits.urlChars,
            description: 'Address of the document, for bootstrap',
          }),
        ),
        text: Type.Optional(
          Type.String({ description: 'The document itself, JSON or YAML, for bootstrap without url' }),
        ),
        paths: Type.Optional(
          Type.Array(Type.String(), {
            description: 'For bootstrap: only endpoints whose path begins with one of these',
          }),
        ),
      },
      closed,
    ),
    effect: 'effect',
    consent: demandOfSetup,
    beforehand: 'never',
    precheck: ({ apis }, input) => apis.precheck(input as ApiSetupAsk),
    handle: async (
      { apis },
      { action, id, profile = {}, url = null, text = null, paths = [] },
      { personId, runId, threadId, signal, staysAtHost },
    ) => {
      const given = profileFrom(profile, id);
      const which = id ?? profile.id ?? '';
      switch (action) {
        case 'list':
          await apis.look();
          return { action, profiles: apis.list() };
        case 'view':
          await apis.look();
          return { action, profile: apis.get(which) };
        case 'create':
          return { action, profile: await apis.create(given), isLarge: apis.isLarge() };
        case 'update':
          return { action, profile: await apis.update(which, given), isLarge: apis.isLarge() };
        case 'delete':
          await apis.delete(which);
          return { action, id: which };
        case 'bootstrap': {
          const call = { personId, runId, threadId, signal, staysAtHost };
          const made = await apis.bootstrap({ url, text, paths }, given, call);
          return { action, made, isLarge: apis.isLarge() };
        }
      }
    },
  }),
];

/** Reading a document counts as reading a page; storing a profile needs consent, which names the hosts of its secrets. */
function demandOfSetup(asked: ApiSetupAsk, { apis }: Pick<Services, 'apis'>): ConsentDemand {
  const consent = apis.consentTo(asked);
  if (consent === null)
    return asked.action === 'bootstrap' && asked.url !== undefined
      ? demandOfPage({ url: asked.url })
      : { class: 'read', says: [say('api.view', {})] };
  const { to, says, standsOn } = consent;
  return { class: 'change_self', lasts: true, ...(to === null ? {} : { to }), says, standsOn };
}

type Given = {
  readonly [Key in keyof Static<typeof Profile>]: unknown;
};

/** The service validates it; the id may be beside the profile or in it. */
const profileFrom = (profile: Given, id: string | undefined): Partial<ApiProfile> => ({
  ...(id === undefined ? {} : { id }),
  ...(profile as Partial<ApiProfile>),
});
