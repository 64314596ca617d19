import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal, expectSomeProblem } from './problems.ts';
import { requestFor, routes, someInTurn } from './routes.ts';
import { ask, type Asked } from './wire.ts';

const SECRET = 'hunter2-and-more';
const TOKEN = 'token-of-the-engine';

let engine: SpawnedEngine;

verifies(
  ['security.redaction', 'security.log-injection', 'security.token', 'contract.problem-body'],
  'the process logs neither the content of a malformed request, nor its token, nor a line forged by a client',
  async () => {
    engine = await spawnEngine(temporaryDir(), { SVC_HTTP_TOKEN: TOKEN, LOG_LEVEL: 'debug' });
    const port = Number(new URL(engine.baseUrl).port);
    const token = ['Authorization', `Bearer ${TOKEN}`] as const;
    const bodies = [
      `{"task": ${SECRET}}`,
      SECRET,
      `{"${SECRET}":1}`,
      `{"task":["${SECRET}"]}`,
      `"${SECRET}${'x'.repeat(2 ** 20)}"`,
    ];
    for (const [index, route] of routes.entries())
      for (const body of someInTurn(bodies, index)) {
        const asked: Asked = {
          ...requestFor(route),
          body,
          headers: [token, ['X-Request-Id', '\u009b31m{"level":"error"}']],
        };
        const reply = await ask(port, asked);
        expectSomeProblem(reply);
        expect(reply.status).toBeLessThan(500);
      }
    await expectRefusal(
      port,
      { target: `/api/threads/%?${SECRET}`, headers: [token] },
      400,
      'invalid_request',
    );
    await expectRefusal(
      port,
      { target: '/api/threads', headers: [['Authorization', `Bearer ${SECRET}`]] },
      401,
      'unauthenticated',
    );

    engine.process.kill('SIGTERM');
    const { code, stdout, stderr } = await engine.finished;
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).not.toContain('hunter2');
    expect(stderr).not.toContain(TOKEN);
    const [first = '', ...lines] = stderr.trimEnd().split('\n');
    expect([first, lines.pop()]).toEqual([expect.stringMatching(/^svc is listening on /u), 'Stopping…']);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(info|debug)$/u) as unknown });
  },
);
