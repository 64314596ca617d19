import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { openTestPort } from '../../harness/tool-server.ts';
import { startFakeProvider, streams } from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { httpHost } from './hosts.ts';

verifies(
  ['mcp.env.primary-key', 'mcp.env.primary-base-url', 'security.passthrough'],
  'its runs use the provider of the environment, which never gets what a host has shown',
  async () => {
    const reply = messages.answered('end_turn', messages.textBlock(0, 'from ', 'upstream'));
    const provider = await startFakeProvider(streams(reply));
    const [secret, key] = ['the-secret-of-the-tool-server', 'sk-0123456789-primary'];
    const port = await openTestPort({
      dataDir: temporaryDir(),
      startDir: temporaryDir(),
      env: {
        SVC_DEMO: '',
        SVC_LLM_PROVIDER: 'custom',
        PRIMARY_BASE_URL: provider.url,
        PRIMARY_API_KEY: key,
        SVC_BALANCED_MODEL: 'mine',
        SVC_MCP_SECRET: secret,
      },
    });
    const host = await httpHost(port.url, undefined, secret);
    const { structured } = await host.call('svc_run', { task: 'hello', user_context: 'It is Monday.' });
    expect(structured['text']).toBe('from upstream');
    expect(provider.arrived[0]?.headers['x-api-key']).toBe(key);
    expect(JSON.stringify(provider.arrived)).toContain('It is Monday.');
    expect(JSON.stringify(provider.arrived)).not.toContain(secret);
    expect(JSON.stringify(port.log.lines)).not.toContain(secret);
  },
);
