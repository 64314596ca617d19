import { Type, type Static } from 'typebox';
import type { ApiProfile, ApiSetupAsk, ShownApi } from '../../core/api-store/model.ts';
import type { Bootstrapped } from '../../core/api-store/service.ts';
import type { ConsentDemand } from '../../core/ports/tools.ts';
import { demandOfPage } from '../../core/web/model.ts';
import { webLimits } from '../../core/web/limits.ts';
import { apiLimits } from '../../core/api-store/limits.ts';
import { untrusted } from '../../core/untrusted/untrusted.ts';
import type { Services } from '../../core/services.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const Texts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));
const Most = Type.Optional(Type.Integer({ minimum: 1 }));

/** All of it optional: what is missing is said in words, and not by a schema. */
const Profile = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Small letters, digits, - and _' })),
    name: Type.Optional(Type.String()),
    base_url: Type.Optional(Type.String({ description: 'Its host is what requests are matched by' })),
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
                'In words, with the secret as secret:NAME; for basic one that holds user:password, or two, the user name ' +
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
        { description: 'Paths below base_url; {param} stands for a part that changes' },
      ),
    ),
    guidelines: Texts('What to do when using it'),
    avoid: Texts('What not to do'),
    notes: Texts('What else is worth knowing'),
  },
  closed,
);

export const apis = [
  tool({
    name: 'api_setup',
    does:
      'Manages the profiles of the APIs that http_request may use: list, view, create, update, delete, or bootstrap from an ' +
      'OpenAPI 3 document. Research an API before you create its profile: it needs endpoints, guidelines, things to ' +
      'avoid, and auth. Your owner is asked before a profile changes. update puts the given fields in the place of the ' +
      'old ones.',
    input: Type.Object(
      {
        action: Type.Enum(['list', 'view', 'create', 'update', 'bootstrap', 'delete']),
        id: Type.Optional(Type.String({ description: 'Which profile, for view, update and delete' })),
        profile: Type.Optional(Profile),
        url: Type.Optional(
          Type.String({ maxLength: webLimits.urlChars, description: 'Of the document, for bootstrap' }),
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
    precheck: ({ apis }, input) => apis.precheck(input as ApiSetupAsk),
    handle: async (
      { apis },
      { action, id, profile = {}, url = null, text = null, paths = [] },
      { runId, threadId, signal, nonce, staysAtHost },
    ) => {
      const given = profileFrom(profile, id);
      const which = id ?? profile.id ?? '';
      switch (action) {
        case 'list':
          return toldList(apis.list(), nonce);
        case 'view':
          return toldProfile(apis.get(which), nonce);
        case 'create':
          return toldStored('is registered', await apis.create(given), apis.isLarge());
        case 'update':
          return toldStored('is changed', await apis.update(which, given), apis.isLarge());
        case 'delete':
          await apis.delete(which);
          return `The profile ${which} is deleted.`;
        case 'bootstrap': {
          const made = await apis.bootstrap({ url, text, paths }, given, {
            runId,
            threadId,
            signal,
            staysAtHost,
          });
          return toldBootstrapped(made, apis.isLarge(), nonce);
        }
      }
    },
  }),
];

/** A document that is only read is a page; whatever is kept is asked about, with the host that a secret is bound to. */
function demandOfSetup(asked: ApiSetupAsk, { apis }: Pick<Services, 'apis'>): ConsentDemand {
  const consent = apis.consentTo(asked);
  if (consent === null)
    return asked.action === 'bootstrap' && asked.url !== undefined
      ? demandOfPage({ url: asked.url })
      : { class: 'read', says: 'Look at the profiles of APIs.' };
  const { to, says } = consent;
  return { class: 'change_self', ...(to === null ? {} : { to }), says };
}

type Given = {
  readonly [Key in keyof Static<typeof Profile>]: unknown;
};

/** Checked by the service in all that matters; an id may stand beside the profile or in it. */
const profileFrom = (profile: Given, id: string | undefined): Partial<ApiProfile> => ({
  ...(id === undefined ? {} : { id }),
  ...(profile as Partial<ApiProfile>),
});

function toldList(profiles: readonly ShownApi[], nonce: string): string {
  if (profiles.length === 0) return 'No API is registered.';
  const lines = profiles.map(
    ({ id, name, base_url, description }) => `${id}: ${name}, ${base_url}: ${description}`,
  );
  return `${profiles.length} registered.\n${untrusted({ text: lines.join('\n'), source: 'registered APIs', nonce })}`;
}

const toldProfile = (profile: unknown, nonce: string): string =>
  untrusted({ text: JSON.stringify(profile, null, 1), source: 'profile of an API', nonce });

function toldStored(what: string, { id }: ApiProfile, isLarge: boolean): string {
  const large = isLarge
    ? ` All profiles together are longer than ${apiLimits.promptBytes / 1000} kB, and stand in every request: shorten them.`
    : '';
  return `The profile ${id} ${what}. It counts for http_request at once, and stands in your instructions from the next task on.${large}`;
}

function toldBootstrapped(made: Bootstrapped, isLarge: boolean, nonce: string): string {
  const leftOut = (count: number) =>
    count === 0
      ? ''
      : ` ${count} more endpoints of the document were left out: name those you need in paths.`;
  if (made.kind === 'stored')
    return `${toldStored('is registered', made.profile, isLarge)}${leftOut(made.leftOut)}`;
  const { draft, missing } = made;
  return (
    `This is a draft, and nothing was stored. It lacks ${missing.join(', ')}. Research the API for what is missing, and ` +
    `bootstrap again with that in profile, or create.${leftOut(draft.leftOut)}\n${toldProfile(draft.profile, nonce)}`
  );
}
