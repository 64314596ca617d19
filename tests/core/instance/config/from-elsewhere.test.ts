import { expect } from '@jest/globals';
import { fromElsewhere } from '../../../../src/core/instance/config/from-elsewhere.ts';
import { verifies } from '../../../spec/verifies.ts';
import { configOver } from './over.ts';

const AWAY = 'https://models.example/v1';

verifies('rows.settings', 'settings of another machine send no key of this one, and let no one in', () => {
  const cases: readonly [given: object, here: object, values: object, left: readonly string[]][] = [
    [{ balanced_model: 'm', provider: 'compat' }, {}, { balanced_model: 'm', provider: 'compat' }, []],
    [{ api_base_url: AWAY }, {}, {}, ['api_base_url']],
    [{ api_base_url: AWAY, api_key: '' }, {}, { api_key: '' }, ['api_base_url']],
    [{ api_base_url: AWAY, api_key: 'k' }, {}, { api_base_url: AWAY, api_key: 'k' }, []],
    // A key for another place is not sent, and this machine's would be.
    [
      { api_base_url: AWAY, api_key: 'k', api_key_for: 'https://other.example' },
      {},
      { api_key: 'k', api_key_for: 'https://other.example' },
      ['api_base_url'],
    ],
    [{ api_base_url: 'http://127.0.0.1:11434' }, {}, { api_base_url: 'http://127.0.0.1:11434' }, []],
    [{ api_base_url: 'http://127.0.0.1.evil.example' }, {}, {}, ['api_base_url']],
    [{ api_base_url: 'http://localhost@evil.example' }, {}, {}, ['api_base_url']],
    [
      {
        model_profiles: {
          a: { provider: 'compat', api_base_url: AWAY },
          b: { api_base_url: AWAY, api_key: 'k' },
        },
      },
      {},
      { model_profiles: { a: { provider: 'compat' }, b: { api_base_url: AWAY, api_key: 'k' } } },
      ['model_profiles.a.api_base_url'],
    ],
    [
      {
        mcp_servers: [{ name: 'a', url: 'https://a.example' }],
        require_token: false,
        max_cost_per_day_usd: 9_999,
        backup_dir: '/elsewhere',
        mcp_commands: [],
        mcp_agents: true,
        private_hosts: ['192.168.1.1:80'],
        searxng_url: AWAY,
        backup_retention_days: 1,
        backup_encrypt: false,
        backup_clouddrive: true,
      },
      { require_token: true, backup_dir: '/here', provider: 'primary' },
      { require_token: true, backup_dir: '/here' },
      [
        'mcp_servers (a https://a.example)',
        'require_token',
        'max_cost_per_day_usd',
        'backup_dir',
        'mcp_commands',
        'mcp_agents',
        'private_hosts',
        'searxng_url',
        'backup_retention_days',
        'backup_encrypt',
        'backup_clouddrive',
      ],
    ],
  ];
  for (const [given, here, values, left] of cases)
    expect(fromElsewhere(given as never, here as never)).toMatchObject({ values, left });
  const own = { api_base_url: AWAY, api_key: 'k' };
  expect(fromElsewhere(own, {}).addresses).toEqual([AWAY]);
  expect(fromElsewhere(own, own).addresses).toEqual([]);
});

verifies('rows.settings', 'what cannot be read of them takes nothing away that is set here', async () => {
  const limits = { max_cost_per_run_usd: 1, require_token: true };
  const file = (text: string) => ({ found: 'text', text }) as const;
  const wrong = { mcp_commands: [], max_pages_per_run: 'x', balanced_model: 'm' };
  const { config } = await configOver({ user: limits });
  expect(await config.fromElsewhere({ found: 'nothing' })).toBeNull();
  for (const text of ['not json', '[]', '', '{"a":'])
    expect(await config.fromElsewhere(file(text))).toMatchObject({ values: limits, left: ['config.json'] });
  expect(await config.fromElsewhere({ found: 'obstacle', obstacle: 'too_large' })).toMatchObject({
    values: limits,
    left: ['config.json'],
  });
  expect(await config.fromElsewhere(file(JSON.stringify(wrong)))).toMatchObject({
    values: { ...limits, balanced_model: 'm' },
    left: ['max_pages_per_run', 'mcp_commands'],
  });
  // Neither does a mistake in the file that is here.
  const { config: mistaken } = await configOver({ user: { ...limits, provider: 'foo' } as never });
  expect(
    await mistaken.fromElsewhere(file('{"require_token":false,"max_cost_per_run_usd":9}')),
  ).toMatchObject({
    values: limits,
    left: ['require_token', 'max_cost_per_run_usd'],
  });
});
