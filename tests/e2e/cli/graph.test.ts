import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere, endAll } from './engines.ts';

afterEach(endAll);

verifies(
  'kg.terminal',
  'svc graph adds, finds, shows, changes and relates; svc merges previews, merges and takes back',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    const { baseUrl } = await engineHere(dataDir);
    const ok = async (...args: string[]) => {
      const { code, stdout, stderr } = await svc(dataDir, args);
      expect([args, code, stderr]).toEqual([args, 0, stderr]);
      return stdout;
    };
    expect((await svc(dataDir, ['merges'])).stderr).toBe('Nothing was merged in the last 90 days.\n');
    await ok(
      'graph',
      'add',
      'person',
      'Anna Weber',
      '--detail',
      'email=anna@one.example',
      '--detail',
      'role=Cook',
    );
    await ok('graph', 'add', 'organization', 'Acme GmbH');
    await ok('graph', 'relate', 'Anna Weber', 'works for', 'acme gmbh', '--since', '2024');
    expect(await ok('graph', 'relations', 'Anna Weber')).toContain('Anna Weber works_for Acme GmbH');
    expect(await ok('graph')).toContain('2 entities, 1 relation, ');
    expect(await ok('graph', 'find', 'ana', 'weber')).toContain('Anna Weber');
    await ok(
      'graph',
      'set',
      'Anna Weber',
      '--detail',
      'role=',
      '--detail',
      'phone=+43 1 5122112',
      '--alias',
      'Annerl',
    );
    const shown = await ok('graph', 'show', 'annerl');
    expect(shown).toContain('email  anna@one.example\n');
    expect(shown).toContain('phone  +43 1 5122112\n');
    expect(shown).toContain('Anna Weber works_for Acme GmbH  since 2024');
    expect(shown).not.toContain('Cook');
    expect(await ok('graph', 'history', 'Anna Weber')).toMatch(/role\s+Cook\s+said by you/u);

    await ok('graph', 'add', 'person', 'A. Weber', '--detail', 'email=office@one.example');
    expect(await ok('merges', 'preview', 'A. Weber', 'Anna Weber')).toContain('would be shown as Anna Weber');
    const merged = await ok('merges', 'merge', 'A. Weber', 'Anna Weber');
    const [id = ''] = merged.split(/\s/u);
    expect(await ok('merges')).toMatch(/A\. Weber into Anna Weber .*in effect/u);
    expect(await ok('merges', 'rollback', id)).toMatch(/not in effect/u);
    const again = await svc(dataDir, ['merges', 'rollback', id]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('This merge holds no more');
    const [first = ''] = (await ok('merges', 'merge', 'A. Weber', 'Anna Weber')).split(/\s/u);
    await ok('graph', 'add', 'person', 'Anna Huber');
    const [later = ''] = (await ok('merges', 'merge', 'Anna Weber', 'Anna Huber')).split(/\s/u);
    expect(await ok('merges')).toContain(`shown through a later merge (${later})`);
    const chained = await svc(dataDir, ['merges', 'rollback', first]);
    expect(chained.stderr).toContain(`Take that merge back first: ${later}.`);
    await ok('merges', 'rollback', later);
    await ok('merges', 'rollback', first);
    await ok('graph', 'set', 'Anna Weber', '--without-alias', 'Annerl');
    expect(await ok('graph', 'show', 'Anna Weber')).not.toContain('Annerl');
    expect(await svc(dataDir, ['graph', 'set', 'Anna Weber'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error: Nothing was given to change.\n',
    });
    expect(await ok('graph', 'list', '--kind', 'organization')).toContain('Acme GmbH');
    const page = (await (await fetch(`${baseUrl}/api/kg/entities?limit=1`)).json()) as {
      readonly entities: readonly { readonly name: string }[];
      readonly nextCursor: string;
    };
    const rest = await ok('graph', 'list', '--cursor', page.nextCursor);
    expect([rest.includes('Acme GmbH'), rest.includes('Anna Weber')].filter(Boolean)).toHaveLength(
      page.entities[0]?.name === 'Acme GmbH' || page.entities[0]?.name === 'Anna Weber' ? 1 : 2,
    );
    expect(await ok('graph', 'around', 'Acme GmbH', '--depth', '2')).toContain(
      'Anna Weber works_for Acme GmbH',
    );
    expect(await svc(dataDir, ['graph', 'remove', 'Anna Huber'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Anna Huber .* would be removed .*--yes\. Nothing was removed\.\n$/u),
    });
    await ok('graph', 'remove', 'Anna Huber', '--yes');
    expect((await svc(dataDir, ['graph', 'show', 'Anna Huber'])).code).toBe(1);
    const twice = await svc(dataDir, ['graph', 'add', 'person', 'Anna Weber', '--new']);
    expect(twice.code).toBe(0);
    const unsure = await svc(dataDir, ['graph', 'show', 'Anna Weber']);
    expect(unsure).toMatchObject({ code: 1, stdout: '' });
    expect(unsure.stderr).toContain('fits 2 entities');
    for (const args of [
      ['graph', 'add', 'robot', 'R2'],
      ['graph', 'add', 'person', '...'],
      ['graph', 'set', 'Acme GmbH', '--detail', 'email=nonsense'],
      ['graph', 'set', 'Acme GmbH', '--detail', 'shoe=42'],
      ['graph', 'relate', 'Acme GmbH', 'x', 'Nothing'],
      ['merges', 'merge', 'Acme GmbH', 'A. Weber'],
    ]) {
      const { code, stderr } = await svc(dataDir, args);
      expect([args, code === 1 || code === 2, stderr.trim().endsWith('.')]).toEqual([args, true, true]);
      expect(stderr).not.toMatch(/route|\/api\//u);
    }
  },
);
