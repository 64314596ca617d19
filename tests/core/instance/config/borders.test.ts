import { expect } from '@jest/globals';
import fc from 'fast-check';
import { keyRows, type ConfigKey } from '../../../../src/core/instance/config/keys.ts';
import { modelSettings, type ModelEnvironment } from '../../../../src/core/instance/models/settings.ts';
import { verifies } from '../../../spec/verifies.ts';
import { configOver } from './over.ts';
import { samples, sampleOf } from './samples.ts';

/** A value of the wrong type for each key. */
const OF_EACH_TYPE: Readonly<Record<string, unknown>> = {
  boolean: true,
  number: 7.5,
  string: 'seven',
  array: ['seven'],
  object: { seven: 7 },
  null: null,
};

/** Just within and just beyond the limits of a key, computed here and not by a validator. */
function borders(key: ConfigKey): readonly (readonly [value: unknown, isTaken: boolean])[] {
  const { type, minimum, maximum, maxLength, maxItems, pattern } = rowOf(key).value.schema as Schema;
  if (type === undefined) return [];
  const others = Object.entries(OF_EACH_TYPE)
    .filter(([name]) => name !== (type === 'integer' ? 'number' : type))
    .map(([, value]) => [value, false] as const);
  const numbers = [minimum ?? 0, maximum ?? 0].flatMap((border) => [
    [border, true] as const,
    [border + (border === minimum ? -1 : 1), false] as const,
    [border + (border === minimum ? 0.5 : -0.5), type === 'number'] as const,
  ]);
  const texts = [
    ['', false],
    // A folder name may contain anything but a NUL, and what its owner wants of the agent may have several lines.
    ['x\ny', key === 'backup_dir' || key === 'instructions'],
    ['x\u0000', false],
    ['x'.repeat((maxLength ?? 0) + 1), false],
    // A key that accepts any word accepts one of this length.
    ...(pattern !== undefined && new RegExp(pattern, 'u').test('x')
      ? [['x'.repeat(maxLength ?? 1), true] as const]
      : []),
  ] as const;
  return [
    ...others,
    ...(type === 'integer' || type === 'number' ? numbers : []),
    ...(type === 'string' ? texts : []),
    ...(type === 'array' ? [[Array.from({ length: (maxItems ?? 0) + 1 }, () => ({})), false] as const] : []),
  ];
}

interface Schema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

const rowOf = (key: ConfigKey) => {
  const found = keyRows.find(([name]) => name === key);
  if (!found) throw new Error(key);
  return found[1];
};

/** Other keys that the value needs to be valid. */
const besideOf = (key: ConfigKey) =>
  key === 'worker_profile' ? { model_profiles: { x: { provider: 'primary' } } } : {};

async function isTaken(key: ConfigKey, value: unknown): Promise<readonly boolean[]> {
  const asFile = await configOver({ user: { ...besideOf(key), [key]: value } });
  const { config } = await configOver({ user: besideOf(key) });
  const change = config.update({ [key]: value } as never, { replace: false, fromTerminal: true });
  return [
    asFile.config.current().sources[key] === 'user',
    await change.then(
      () => true,
      () => false,
    ),
  ];
}

for (const [key] of keyRows)
  verifies(
    ['config.hostile', 'config.strict', 'config.put.partial'],
    `${key}: a value of another type, or beyond its limits, is refused in a file and in a change`,
    async () => {
      expect(await isTaken(key, sampleOf(key) === 'eu' ? 'x' : sampleOf(key))).toEqual([true, true]);
      for (const [value, isGood] of borders(key)) {
        // In a change null is not a value: it removes the key.
        const expected = value === null ? [false, true] : [isGood, isGood];
        // A name without a profile is kept in the file and ignored.
        const taken = key === 'worker_profile' && isGood ? [false, true] : expected;
        expect([key, String(value).slice(0, 40), await isTaken(key, value)]).toEqual([
          key,
          String(value).slice(0, 40),
          taken,
        ]);
      }
    },
  );

const noVariables: ModelEnvironment = {
  primaryKey: 'a-key',
  compatKey: null,
  euKey: null,
  euBaseUrl: null,
  credentialsFile: null,
};

verifies(
  ['config.hostile', 'config.project.allow-list'],
  'a project file of valid values changes only the model of a tier',
  async () => {
    const good = fc.subarray(keyRows.map(([key]) => key));
    await fc.assert(
      fc.asyncProperty(good, fc.boolean(), async (keys, isSetUp) => {
        const user = isSetUp ? { provider: 'custom', api_base_url: 'https://mine.example' } : {};
        const project = Object.fromEntries(keys.map((key) => [key, sampleOf(key)]));
        const alone = (await configOver({ user })).config.current();
        const beside = (await configOver({ user, project })).config.current();
        const chosen = keys.includes('balanced_model') ? samples.balanced_model : null;
        expect(modelSettings(beside, noVariables, false, null)).toEqual({
          ...modelSettings(alone, noVariables, false, null),
          balancedModel: chosen,
        });
        const { balanced_model: _model, backup_schedule: _schedule, ...rest } = beside.values;
        expect(rest).toEqual(alone.values);
        const named = beside.problems.map(({ key }) => key);
        expect(named.toSorted()).toEqual(
          keys.filter((key) => key !== 'balanced_model' && key !== 'backup_schedule').toSorted(),
        );
      }),
    );
  },
);
