import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

verifies(
  'people.terminal',
  'it invites, lists, disables, enables, links and removes, as the owner of the files',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    const env = { SVC_PUBLIC_URL: 'https://svc.example.test' };
    const engine = await engineHere(dataDir, env);
    const invited = await svc(dataDir, ['people', 'invite', 'Ada', 'Lovelace', '--hours', '2'], env);
    expect(invited.stdout).toMatch(/^https:\/\/svc\.example\.test\/#\/join\/[\w-]{43}\n/u);
    const [url = ''] = invited.stdout.split('\n');
    const token = url.slice(url.lastIndexOf('/') + 1);
    await engine.client['login.invitation']({ body: { token } });
    const { people } = JSON.parse((await svc(dataDir, ['people', '--json'])).stdout);
    expect(people).toMatchObject([{ role: 'owner' }, { role: 'member', name: 'Ada Lovelace' }]);
    const id = people[1].personId;
    const state = async () =>
      JSON.parse((await svc(dataDir, ['people', 'list', '--json'])).stdout).people[1]?.disabled;
    expect(await svc(dataDir, ['people', 'disable', id])).toMatchObject({ code: 0 });
    expect(await state()).toBe(true);
    expect(await svc(dataDir, ['people', 'link', id])).toMatchObject({ code: 1, stdout: '' });
    expect(await svc(dataDir, ['people', 'enable', id])).toMatchObject({ code: 0 });
    expect(await state()).toBe(false);
    const link = await svc(dataDir, ['people', 'link', id]);
    expect(link.stdout).toMatch(/^https:\/\/svc\.example\.test\/#\/sign-in\/[\w-]{43}\n/u);
    expect(await svc(dataDir, ['people', 'remove', id, '--to', people[0].personId, '--yes'])).toMatchObject({
      code: 1,
    });
    const removed = await svc(dataDir, ['people', 'remove', id, '--yes']);
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('threads') });
    expect(await state()).toBeUndefined();
  },
);
