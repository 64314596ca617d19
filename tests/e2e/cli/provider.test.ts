import { describe, expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

const SET_UP: readonly Record<string, string>[] = [
  { SVC_LLM_PROVIDER: 'primary' },
  { SVC_LLM_PROVIDER: 'nonsense', PRIMARY_API_KEY: 'sk-planted-secret-0123456789' },
  { SVC_LLM_PROVIDER: 'cloud_hosted', GCP_PROJECT_ID: 'p' },
  { COMPAT_API_KEY: 'sk-planted-secret-0123456789' },
  { PRIMARY_BASE_URL: 'https://models.example/v1' },
  { SVC_LLM_PROVIDER: 'compat' },
];

describe('a configured provider', () => {
  verifies(
    ['runs.demo.only-unset', 'cli.exit-codes'],
    'is never replaced by the demo model: run is refused with 1',
    async () => {
      const finished = await Promise.all(SET_UP.map((env) => svc(temporaryDir(), ['run', 'help'], env)));
      for (const { code, stdout, stderr } of finished) {
        expect([code, stdout]).toEqual([1, '']);
        // A line of the log may come before it.
        expect(stderr).toMatch(/^(?:\{[^\n]+\n)?svc: [^\n]+\n$/u);
        expect(stderr).not.toContain('planted-secret');
      }
    },
  );

  verifies('runs.demo.only-unset', 'counts as not configured when its variable is empty', async () => {
    const env = { PRIMARY_API_KEY: '', SVC_LLM_PROVIDER: ' ' };
    expect(await svc(temporaryDir(), ['run', 'count to 2'], env)).toMatchObject({
      code: 0,
      stdout: '1 2 \n',
    });
  });

  verifies('runs.demo.only-unset', 'is overridden by --demo and SVC_DEMO', async () => {
    const env = { PRIMARY_API_KEY: 'sk-planted-secret-0123456789' };
    const finished = await Promise.all([
      svc(temporaryDir(), ['run', '--demo', 'count to 2'], env),
      svc(temporaryDir(), ['--demo', 'run', 'count to 2'], env),
      svc(temporaryDir(), ['run', 'count to 2'], { ...env, SVC_DEMO: '1' }),
    ]);
    for (const { code, stdout } of finished) expect([code, stdout]).toEqual([0, '1 2 \n']);
  });

  verifies(
    'runs.demo.only-unset',
    'is 422 provider_incomplete over HTTP, and the thread stays empty',
    async () => {
      const { client, baseUrl } = await engineHere(temporaryDir(), SET_UP[0]);
      const { sessionId, threadId } = await client['sessions.create']({ body: {} });
      const response = await fetch(`${baseUrl}/api/sessions/${sessionId}/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ task: 'help' }),
      });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'provider_incomplete', status: 422 });
      expect(await client['threads.get']({ params: { id: threadId } })).toMatchObject({ messageCount: 0 });
    },
  );
});
