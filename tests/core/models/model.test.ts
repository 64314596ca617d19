import { expect } from '@jest/globals';
import { chooseProvider, type ProviderSettings } from '../../../src/core/models/model.ts';
import { settingsFrom } from '../../../src/main/settings.ts';
import { verifies } from '../../spec/verifies.ts';

const choiceFor = (env: Record<string, string>, demo = false) =>
  chooseProvider(settingsFrom({ SVC_DATA_DIR: '/tmp/x', ...env }, { demo }).provider);

verifies(
  'runs.demo.only-unset',
  'the demo model answers when nothing is set up, and when it is asked for',
  () => {
    expect(choiceFor({})).toEqual({ kind: 'demo' });
    expect(choiceFor({ PRIMARY_API_KEY: '', SVC_LLM_PROVIDER: ' ' })).toEqual({ kind: 'demo' });
    expect(choiceFor({ PRIMARY_API_KEY: 'k' }, true)).toEqual({ kind: 'demo' });
    expect(choiceFor({ PRIMARY_API_KEY: 'k', SVC_DEMO: '1' })).toEqual({ kind: 'demo' });
  },
);

verifies(
  'runs.demo.only-unset',
  'whoever has set up a provider, a key or an address is never answered by the demo model',
  () => {
    expect(choiceFor({ PRIMARY_API_KEY: 'k' })).toEqual({ kind: 'unsupported', named: 'primary' });
    expect(choiceFor({ COMPAT_API_KEY: 'k' })).toMatchObject({ kind: 'unsupported' });
    expect(choiceFor({ EU_PROVIDER_API_KEY: 'k' })).toMatchObject({ kind: 'unsupported' });
    expect(choiceFor({ PRIMARY_BASE_URL: 'http://localhost:1' })).toMatchObject({ kind: 'unsupported' });
    const providers: readonly ProviderSettings['provider'][] = [
      'primary',
      'compat',
      'custom',
      'cloud_hosted',
    ];
    for (const provider of providers)
      expect(choiceFor({ SVC_LLM_PROVIDER: provider ?? '' })).toEqual({
        kind: 'unsupported',
        named: provider,
      });
  },
);
