import { Type, type TSchema } from 'typebox';
import {
  configRequestSchema,
  configShownSchema,
  type Config,
  type ConfigKey,
  type ConfigPatch,
} from '../../core/instance/config/keys.ts';
import type { ConfigSource } from '../../core/instance/config/model.ts';
import type { refuse } from '../../core/instance/config/errors.ts';
import type { ConfigReport } from '../../core/instance/config/service.ts';
import { rowsRefusing } from '../row.ts';
import { SaysShape, shownSays } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const { json } = rowsRefusing<typeof refuse>();

const Report = Type.Object({
  config: Type.Unsafe<Config>(configShownSchema as TSchema),
  sources: Type.Unsafe<Partial<Record<ConfigKey, ConfigSource>>>(
    Type.Record(Type.String(), Type.Enum(['user', 'project', 'env', 'default']), {
      description: 'The source of each key',
    }),
  ),
  problems: Type.Array(
    Type.Object({
      source: Type.Enum(['user', 'project', 'env']),
      key: Type.Optional(Type.String()),
      message: Type.String(),
      says: SaysShape,
    }),
    { description: 'Settings that are ignored or keep the provider from answering: why, and what to do' },
  ),
});

const shown = ({ problems, ...report }: ConfigReport) => ({
  ...report,
  problems: problems.map(({ says, ...problem }) => ({
    ...problem,
    message: inEnglish(says),
    says: shownSays(says),
  })),
});

export const config = {
  'config.get': json({
    route: 'GET /api/config',
    who: 'owner',
    needs: 'read',
    summary:
      'The configuration in effect with secrets redacted, the source of each key, and its problems, including what the provider still lacks.',
    status: 200,
    refuses: [],
    returns: Report,
    handle: async ({ config, engine }) => shown(await engine.withModelProblem(config.report())),
  }),
  'config.set': json({
    route: 'PUT /api/config',
    who: 'owner',
    summary:
      'Change keys of the user file; null removes one, "[redacted]" keeps a secret. Takes effect at once.',
    status: 200,
    refuses: ['config_file_invalid'],
    query: Type.Object({
      replace: Type.Optional(
        Type.Boolean({ default: false, description: 'Start a new file when the one on disk is invalid' }),
      ),
      profile: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description:
            'Change this model profile alone: model_profiles has its new value, or a renamed one, or nothing to remove it. All others stay as they are, also those that another client has changed. Without it model_profiles replaces all of them',
        }),
      ),
    }),
    body: Type.Unsafe<ConfigPatch>(configRequestSchema as TSchema),
    bodyCheckedByService: true,
    returns: Report,
    handle: async ({ config, engine }, { query: { replace = false, profile }, body }) =>
      shown(
        await engine.withModelProblem(
          await config.update(body, { replace, ...(profile === undefined ? {} : { profile }) }),
        ),
      ),
  }),
};
