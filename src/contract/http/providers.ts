import { Type, type TSchema } from 'typebox';
import { configKeys } from '../../core/instance/config/keys.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import { PROVIDERS } from '../../core/instance/models/model.ts';
import type { refuse as refuseProviders } from '../../core/execution/providers/errors.ts';
import { CHECK_CODES, CHECKS, type ModelPosition } from '../../core/execution/providers/model.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { rowsRefusing } from '../row.ts';
import { closed, cursorQuery, limitQuery, Name, NextCursor, saysAs, SaysOfText } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const { json } = rowsRefusing<typeof refuseProviders & typeof refuseModels & typeof refuseRuns>();

const valueOf = (key: keyof typeof configKeys, description: string) =>
  Type.Unsafe<string>({ ...configKeys[key].value.schema, description } as TSchema);

const Address = valueOf('api_base_url', 'The endpoint; without it the saved one');
const SavedProfile = Type.Optional(
  Type.Unsafe<string>({
    ...Name,
    description: 'A saved model profile, for what is not given here',
  }),
);

const isPosition = (value: unknown): value is ModelPosition =>
  typeof (value as Partial<ModelPosition> | null)?.id === 'string';

export const providers = {
  'providers.test': json({
    route: 'POST /api/providers/test',
    who: 'owner',
    summary:
      'Try a provider before it is saved: one small request to the model, and what is right and wrong. Saves nothing; a key given here is used for this request only.',
    status: 200,
    refuses: ['profile_unknown'],
    ours: true,
    body: Type.Object(
      {
        provider: Type.Enum([...PROVIDERS]),
        api_base_url: Type.Optional(Address),
        api_key: Type.Optional(
          valueOf('api_key', 'The key to try; without it the saved key that may go to this address'),
        ),
        model_id: Type.Optional(valueOf('compat_model_id', 'The model; without it the saved one')),
        context_window: Type.Optional(
          Type.Integer({ minimum: 1_000, maximum: 10_000_000, description: 'Its window in tokens' }),
        ),
        tools_share: Type.Optional(
          Type.Number({ minimum: 0.05, maximum: 0.9, description: 'How much of it tools may take' }),
        ),
        gcp_project_id: Type.Optional(valueOf('gcp_project_id', 'For cloud_hosted')),
        gcp_region: Type.Optional(valueOf('gcp_region', 'For cloud_hosted')),
        profile: SavedProfile,
      },
      closed,
    ),
    returns: Type.Object({
      ok: Type.Boolean({ description: 'All checks are ok' }),
      provider: Type.Enum([...PROVIDERS]),
      model: Type.Union([Type.String(), Type.Null()], { description: 'Null when none is set' }),
      firstTextMs: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: 'From the request to the first text; null when no text came',
      }),
      checks: Type.Array(
        Type.Object({
          check: Type.Enum([...CHECKS]),
          ok: Type.Union([Type.Boolean(), Type.Null()], {
            description: 'Null: not checked, because an earlier check failed',
          }),
          code: Type.Enum([...CHECK_CODES]),
          detail: Type.String({ description: 'What is right or wrong, and what to do' }),
          says: SaysOfText,
          near: Type.Optional(
            Type.Array(Type.String(), { description: 'Models of this server that may be meant' }),
          ),
        }),
        { description: 'All five, in this order' },
      ),
    }),
    handle: async ({ providers }, { body, signal }) => {
      const { profile = null, ...draft } = body;
      const { checks, ...trial } = await providers.test(draft, profile, signal);
      return {
        ...trial,
        checks: checks.map(({ near, says, ...check }) => ({
          ...check,
          detail: inEnglish(says),
          ...saysAs('says', says),
          ...(near ? { near: [...near] } : {}),
        })),
      };
    },
  }),
  'providers.models': json({
    route: 'GET /api/providers/:provider/models',
    who: 'owner',
    summary: "The models that the provider's server lists, by id.",
    status: 200,
    refuses: [
      'provider_unknown',
      'profile_unknown',
      'models_not_listed',
      'provider_error',
      'provider_timeout',
    ],
    ours: true,
    query: Type.Object({
      api_base_url: Type.Optional(
        Type.Unsafe<string>({
          ...Address,
          description:
            'Another endpoint than the saved one. COMPAT_API_KEY goes only to an address that the settings name.',
        }),
      ),
      profile: SavedProfile,
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({
      models: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.Optional(Type.String({ description: 'For people, where the server gives one' })),
        }),
      ),
      nextCursor: NextCursor,
    }),
    handle: async ({ providers }, { params, query, signal }) => {
      const { api_base_url: address = null, profile = null, limit = listLimits.byDefault, cursor } = query;
      const after = positionFrom(cursor, isPosition);
      const page = await providers.models(params.provider, { address, profile }, { limit, after }, signal);
      return {
        models: page.items.map(({ id, name }) => (name === null ? { id } : { id, name })),
        nextCursor: cursorFrom(page.next),
      };
    },
  }),
  'providers.local': json({
    route: 'GET /api/providers/local',
    who: 'owner',
    summary: 'Servers of models that answer on their usual ports of this machine, asked now.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      servers: Type.Array(
        Type.Object({
          name: Type.String({ description: 'What usually listens on this port' }),
          baseUrl: Type.String({ description: 'For api_base_url, with the provider compat' }),
          models: Type.Array(Type.String()),
        }),
      ),
    }),
    handle: async ({ providers }, { signal }) => ({
      servers: (await providers.local(signal)).map((server) => ({ ...server, models: [...server.models] })),
    }),
  }),
};
