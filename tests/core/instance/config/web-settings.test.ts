import { expect } from '@jest/globals';
import { webSettingsFrom } from '../../../../src/main/web-settings.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies(
  ['web.files', 'http.image-port'],
  'it listens on 3000 of loopback by default, and forgets secrets',
  () => {
    const env: Record<string, string | undefined> = {
      SVC_HTTP_TOKEN: 'x',
      PRIMARY_API_KEY: 'x',
      SVC_VAULT_KEY: 'x',
      SVC_SECRET_SHOP: 'x',
      SVC_WEB_PORT: '',
      PATH: '/bin',
    };
    expect(webSettingsFrom(env)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      trustedProxies: [],
      logLevel: 'info',
    });
    expect(webSettingsFrom(env).engine.origin).toBe('http://127.0.0.1:3100');
    expect(env).toEqual({ SVC_WEB_PORT: '', PATH: '/bin' });
  },
);

verifies('web.files', 'a setting without a meaning is refused by its name', () => {
  for (const [name, value] of [
    ['SVC_API_URL', 'ftp://127.0.0.1'],
    ['SVC_API_URL', 'http://127.0.0.1:3100/api'],
    ['SVC_API_URL', 'http://a:b@127.0.0.1'],
    ['SVC_API_URL', '127.0.0.1:3100'],
    ['SVC_API_URL', 'x'],
    ['SVC_WEB_PORT', '99999'],
    ['SVC_TRUST_PROXY', 'yes'],
  ] as const)
    expect(() => webSettingsFrom({ [name]: value })).toThrow(name);
});
