import { describe, expect } from '@jest/globals';
import { choose } from '../../../../src/core/instance/models/choice.ts';
import type { ModelSettings, Profile, Said } from '../../../../src/core/instance/models/settings.ts';
import { verifies } from '../../../spec/verifies.ts';
import { known, settings } from './settings.ts';

const EU = 'https://eu.example/v1';
const ENVIRONMENT = { primaryKey: 'PRIMARY', compatKey: 'COMPAT', euKey: 'EU', euBaseUrl: EU } as const;
const ALL = settings({
  apiKey: 'CONFIG',
  compatModelId: 'm',
  cloudProject: 'p',
  cloudRegion: 'r',
  environment: ENVIRONMENT,
});

const fromEnvironment = (value: string): Said<string> => ({ value, by: 'environment' });
const fromConfig = (value: string): Said<string> => ({ value, by: 'config' });

/** `<key> to <endpoint>` of the chosen connection when every key is set. */
function goes(set: Partial<ModelSettings>, own?: Profile): string {
  const profiles: Readonly<Record<string, Profile>> = own ? { own } : {};
  const choice = choose({ ...ALL, profiles, ...set }, own ? 'own' : null, known);
  if (choice.kind !== 'connection') return choice.kind;
  const { key, endpoint } = choice.connection;
  return `${key ?? 'nothing'} to ${endpoint ?? 'the vendor'}`;
}

const without = (...names: readonly (keyof typeof ENVIRONMENT)[]) => ({
  environment: { ...ALL.environment, ...Object.fromEntries(names.map((name) => [name, null])) },
});

const OTHER = 'https://other.example/v1';

describe('which key goes where', () => {
  verifies(
    'models.keys',
    'primary: its keys go to the vendor, elsewhere only as a pair from the environment',
    () => {
      const provider = 'primary';
      expect(goes({ provider })).toBe('PRIMARY to the vendor');
      expect(goes({ provider, ...without('primaryKey') })).toBe('CONFIG to the vendor');
      expect(goes({ provider, baseUrl: fromConfig(OTHER) })).toBe('PRIMARY to the vendor');
      expect(goes({ provider, baseUrl: fromEnvironment(OTHER) })).toBe(`PRIMARY to ${OTHER}`);
      expect(goes({ provider, baseUrl: fromEnvironment(OTHER), ...without('primaryKey') })).toBe(
        'CONFIG to the vendor',
      );
    },
  );

  verifies('models.keys', 'primary: the key of the vault goes to the vendor and nowhere else', () => {
    const [provider, vaultKey] = ['primary', 'VAULT'] as const;
    expect(goes({ provider, vaultKey })).toBe('PRIMARY to the vendor');
    expect(goes({ provider, vaultKey, ...without('primaryKey') })).toBe('VAULT to the vendor');
    const nothingElse = { provider: null, apiKey: null, environment: settings().environment };
    expect(goes({ ...nothingElse, vaultKey })).toBe('VAULT to the vendor');
    for (const elsewhere of [
      { provider, baseUrl: fromEnvironment(OTHER) },
      { provider: 'custom', baseUrl: fromEnvironment(OTHER) },
      { provider: 'custom', baseUrl: fromConfig(OTHER) },
      { provider: 'compat', baseUrl: fromConfig(OTHER) },
    ] as const)
      expect(goes({ ...nothingElse, vaultKey, ...elsewhere })).not.toMatch(/^VAULT to (?!the vendor)/u);
    const profile = { provider: 'custom', api_base_url: OTHER, model_id: 'm' } as const;
    expect(goes({ ...nothingElse, vaultKey }, profile)).toBe(`nothing to ${OTHER}`);
  });

  verifies('models.keys', 'custom: api_key, and PRIMARY_API_KEY only as a pair from the environment', () => {
    const provider = 'custom';
    expect(goes({ provider, baseUrl: fromConfig(OTHER) })).toBe(`CONFIG to ${OTHER}`);
    expect(goes({ provider, baseUrl: fromConfig(OTHER), apiKey: null })).toBe(`nothing to ${OTHER}`);
    expect(goes({ provider, baseUrl: fromEnvironment(OTHER) })).toBe(`PRIMARY to ${OTHER}`);
    expect(goes({ provider, baseUrl: fromEnvironment(OTHER), ...without('primaryKey') })).toBe(
      `CONFIG to ${OTHER}`,
    );
  });

  verifies(
    ['models.keys', 'models.environment.eu-key', 'models.environment.compat-key'],
    "compat: the EU provider's key to its host only; else api_key, then COMPAT_API_KEY",
    () => {
      const provider = 'compat';
      for (const by of [fromConfig, fromEnvironment]) {
        expect(goes({ provider, baseUrl: by(EU) })).toBe(`EU to ${EU}`);
        expect(goes({ provider, baseUrl: by(EU), ...without('euKey') })).toBe(`CONFIG to ${EU}`);
        expect(goes({ provider, baseUrl: by(OTHER) })).toBe(`CONFIG to ${OTHER}`);
        expect(goes({ provider, baseUrl: by(OTHER), apiKey: null })).toBe(`COMPAT to ${OTHER}`);
        expect(goes({ provider, baseUrl: by(OTHER), apiKey: null, ...without('compatKey') })).toBe(
          `nothing to ${OTHER}`,
        );
      }
      expect(goes({ provider })).toBe(`EU to ${EU}`);
    },
  );

  verifies(
    'models.keys',
    'compat: the host of the EU provider is recognised by scheme, name and port',
    () => {
      for (const url of [
        'http://eu.example/v1',
        'https://eu.example:444/v1',
        'https://eu.example.evil.com/v1',
      ])
        expect(goes({ provider: 'compat', baseUrl: fromConfig(url), apiKey: null })).toBe(`COMPAT to ${url}`);
      expect(goes({ provider: 'compat', baseUrl: fromConfig('https://EU.example/other') })).toBe(
        'EU to https://EU.example/other',
      );
    },
  );

  verifies('models.keys', 'cloud_hosted: none', () => {
    expect(goes({ provider: 'cloud_hosted' })).toBe('nothing to the vendor');
  });

  verifies('models.keys', "a profile's own key goes to its own address, and no other key does", () => {
    const at = { api_base_url: OTHER, model_id: 'm' };
    for (const provider of ['compat', 'custom', 'primary'] as const)
      expect(goes({ provider: 'compat', baseUrl: fromConfig(EU) }, { provider, ...at, api_key: 'OWN' })).toBe(
        `OWN to ${OTHER}`,
      );
    expect(goes({ provider: 'compat', baseUrl: fromConfig(EU) }, { provider: 'compat', ...at })).toBe(
      `nothing to ${OTHER}`,
    );
    expect(goes({ provider: 'custom', baseUrl: fromEnvironment(EU) }, { provider: 'custom', ...at })).toBe(
      `nothing to ${OTHER}`,
    );
    expect(goes({ provider: 'primary' }, { provider: 'primary', ...at })).toBe('refusal');
  });

  verifies('models.keys', 'a profile at the address of the top-level configuration may use its key', () => {
    const top = { provider: 'custom', baseUrl: fromConfig(OTHER) } as const;
    expect(goes(top, { provider: 'custom', model_id: 'm' })).toBe(`CONFIG to ${OTHER}`);
    expect(goes(top, { provider: 'custom', api_base_url: OTHER, model_id: 'm' })).toBe(`CONFIG to ${OTHER}`);
    expect(goes(top, { provider: 'compat', api_base_url: OTHER, model_id: 'm' })).toBe(`COMPAT to ${OTHER}`);
    expect(goes({ provider: 'compat', baseUrl: fromConfig(OTHER) }, { provider: 'primary' })).toBe(
      'PRIMARY to the vendor',
    );
  });

  verifies('models.keys', 'api_key of another provider never goes to the vendor of a primary profile', () => {
    expect(
      goes(
        { provider: 'compat', baseUrl: fromConfig(OTHER), ...without('primaryKey') },
        { provider: 'primary' },
      ),
    ).toBe('refusal');
  });

  verifies('models.keys', 'api_key goes only to the endpoint it was given for', () => {
    const custom = { provider: 'custom', baseUrl: fromConfig(OTHER), ...without('primaryKey') } as const;
    expect(goes({ ...custom, apiKeyFor: 'https://other.example' })).toBe(`CONFIG to ${OTHER}`);
    expect(goes({ ...custom, apiKeyFor: 'https://old.example' })).toBe(`nothing to ${OTHER}`);
    expect(goes({ ...custom, apiKeyFor: 'primary' })).toBe(`nothing to ${OTHER}`);
    const primary = { provider: 'primary', ...without('primaryKey') } as const;
    expect(goes({ ...primary, apiKeyFor: 'primary' })).toBe('CONFIG to the vendor');
    expect(goes({ ...primary, apiKeyFor: 'https://old.example' })).toBe('refusal');
  });
});
