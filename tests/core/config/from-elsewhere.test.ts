import { expect } from '@jest/globals';
import { fromElsewhere } from '../../../src/core/config/from-elsewhere.ts';
import { verifies } from '../../spec/verifies.ts';

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
      },
      { require_token: true, backup_dir: '/here', provider: 'primary' },
      { require_token: true, backup_dir: '/here' },
      [
        'mcp_servers (a https://a.example)',
        'require_token',
        'max_cost_per_day_usd',
        'backup_dir',
        'mcp_commands',
      ],
    ],
  ];
  for (const [given, here, values, left] of cases)
    expect(fromElsewhere(given as never, here as never)).toEqual({ values, left });
});
