import { expect } from '@jest/globals';
import { settingsFrom } from '../../../../src/main/settings.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies('tool-servers.programs', 'commands get a few variables, and nothing of the engine', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/a',
    LANG: '',
    SVC_HTTP_TOKEN: 'token',
    SVC_DATA_DIR: '/data',
    SVC_SECRET_A: 'secret',
    PRIMARY_API_KEY: 'key',
    AWS_SECRET_ACCESS_KEY: 'key',
    NODE_OPTIONS: '--inspect',
    HTTP_PROXY: 'http://user:password@proxy',
  };
  expect(settingsFrom(env, { demo: true }).commandEnvironment).toEqual({
    PATH: '/bin',
    HOME: '/home/a',
    LANG: '',
  });
});
