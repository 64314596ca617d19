import { expect } from '@jest/globals';
import { privateHost } from '../../../../src/page/settings/private-host.ts';
import { processTokens, webTokens } from '../../../../src/main/tokens.ts';
import { ScriptedToolServers } from '../../../doubles/scripted-tool-servers.ts';
import { coreOver } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies(
  'web.private-hosts',
  'a server of this machine is reached from the moment it is allowed until it is taken back, at its port alone',
  async () => {
    const core = coreOver({ turns: [], toolServers: new ScriptedToolServers({}) });
    const mayBeLocal = core.get(webTokens.mayBeLocal);
    const { config } = core.get(processTokens.services);
    const set = (hosts: readonly string[] | null) =>
      config.update({ private_hosts: hosts }, { replace: false });
    expect(mayBeLocal('http://127.0.0.1:8080')).toBe(false);
    await set(['127.0.0.1:8080', 'NAS.local:443']);
    expect(
      ['http://127.0.0.1:8080', 'https://nas.local', 'http://127.0.0.1:8081', 'http://nas.local'].map(
        mayBeLocal,
      ),
    ).toEqual([true, true, false, false]);
    await set(null);
    expect(mayBeLocal('http://127.0.0.1:8080')).toBe(false);
    for (const wrong of ['*:80', '127.0.0.1', 'http://127.0.0.1:80', 'a b:80', 'user@nas:80', 'nas:80/x'])
      await expect(set([wrong])).rejects.toMatchObject({ code: 'invalid_request' });
  },
);

verifies('web.private-hosts', 'the page takes host and port, or an address', () => {
  expect(
    [
      'nas.local:8080',
      ' http://127.1/x?y ',
      'https://nas.local:8443/',
      '[::1]:80',
      'nas',
      'ftp://a',
      '*:80',
    ].map(privateHost),
  ).toEqual(['nas.local:8080', '127.0.0.1:80', 'nas.local:8443', '[::1]:80', null, null, null]);
});
