import { describe, expect, test } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startFakeProvider, streams } from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import * as messages from '../../servers/messages.ts';
import { writeServiceAccount } from '../../servers/vertex.ts';
import { verifies } from '../../spec/verifies.ts';
import { svc } from '../cli/engines.ts';

/** In the bundle each provider is a separate file, loaded when it is first used. */
describe('the delivered engine', () => {
  verifies(
    [
      'models.compat',
      'models.environment',
      'models.environment.provider',
      'models.environment.base-url',
      'models.environment.compat-model',
    ],
    'reaches a Chat Completions server without a key',
    async () => {
      const server = await startFakeProvider(streams(...chat.textAnswer('from ', 'chat')));
      expect(await svc(temporaryDir(), ['run', 'hello'], chat.compatEnv(server))).toMatchObject({
        code: 0,
        stdout: 'from chat\n',
      });
      expect(server.arrived[0]).toMatchObject({ path: '/v1/chat/completions', body: { model: 'local' } });
      expect(server.arrived[0]?.headers.authorization).toBeUndefined();
    },
  );

  verifies(
    ['models.custom', 'models.environment', 'models.environment.base-url', 'models.environment.balanced'],
    'reaches a proxy that speaks the Messages wire',
    async () => {
      const answer = messages.answered('end_turn', messages.textBlock(0, 'from ', 'messages'));
      const server = await startFakeProvider(streams(answer));
      const env = {
        SVC_LLM_PROVIDER: 'custom',
        PRIMARY_BASE_URL: server.url,
        PRIMARY_API_KEY: 'sk-0123456789',
        SVC_BALANCED_MODEL: 'mine',
      };
      expect(await svc(temporaryDir(), ['run', 'hello'], env)).toMatchObject({
        code: 0,
        stdout: 'from messages\n',
      });
      expect(server.arrived[0]).toMatchObject({ path: '/v1/messages', body: { model: 'mine' } });
      expect(server.arrived[0]?.headers['x-api-key']).toBe('sk-0123456789');
    },
  );

  test('explains why it cannot reach the cloud platform', async () => {
    const folder = temporaryDir();
    const cloud = { SVC_LLM_PROVIDER: 'cloud_hosted', GCP_PROJECT_ID: 'p', GCP_REGION: 'europe-west4' };
    const missing = { ...cloud, GOOGLE_APPLICATION_CREDENTIALS: `${folder}/nothing.json` };
    await writeServiceAccount(folder, { private_key: 'not a key' });
    const broken = { ...cloud, GOOGLE_APPLICATION_CREDENTIALS: `${folder}/service-account.json` };
    const finished = await Promise.all(
      [missing, broken].flatMap((env) => [
        svc(temporaryDir(), ['run', 'hello'], env),
        svc(temporaryDir(), ['run', 'hello'], { ...env, SVC_BALANCED_MODEL: 'gemini-2.5-pro' }),
      ]),
    );
    for (const { code, stdout, stderr } of finished) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/service account/u);
      expect(stderr).toMatch(/GOOGLE_APPLICATION_CREDENTIALS/u);
    }
  });
});
