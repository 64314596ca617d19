import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { anEngine, endAll } from './engines.ts';

afterEach(endAll);

verifies(
  'kg.terminal',
  'svc graph adds, finds, shows, changes and relates; svc merges previews, merges and takes back',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    await anEngine(dataDir);
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
    expect(await ok('graph')).toContain('2 entities, 1 relations');
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
    }
  },
);
