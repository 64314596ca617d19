import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

verifies(
  ['security.consent.grants', 'security.consent.terminal'],
  'svc consent lists and revokes grants in the running engine',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    const engine = await engineHere(dataDir);
    const none = await svc(dataDir, ['consent']);
    expect(none).toMatchObject({ code: 0, stdout: '' });
    const body = { class: 'send_outside', target: 'api.example', tool: 'http_request' } as const;
    const { id } = await engine.client['consents.allow']({ body });
    await engine.client['consents.allow']({ body: { class: 'send_outside', target: 'http://old.example' } });
    await engine.client['consents.allow']({ body: { class: 'write_local' } });
    const listed = await svc(dataDir, ['consent', 'list']);
    expect(listed.stdout).toMatch(
      /^[0-9a-f-]{36} {2}.*\n[0-9a-f-]{36} {2}.*http:\/\/old\.example.*\n[0-9a-f-]{36} {2}.*api\.example.*\n$/u,
    );
    const json = await svc(dataDir, ['consent', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      consents: [{ class: 'write_local' }, { target: 'http://old.example' }, { id }],
    });
    const revoked = await svc(dataDir, ['consent', 'revoke', id]);
    expect(revoked).toMatchObject({ code: 0, stdout: '' });
    expect((await engine.client['consents.list']()).consents).toMatchObject([
      { class: 'write_local' },
      { target: 'http://old.example' },
    ]);
    const unknown = await svc(dataDir, ['consent', 'revoke', 'nothing']);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
  },
);
