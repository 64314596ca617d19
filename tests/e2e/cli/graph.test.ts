import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';
import { typing } from './typed.ts';

verifies(
  'kg.terminal',
  'svc graph adds, finds, shows, changes and relates; svc merges previews, merges and takes back',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    const { client } = await engineHere(dataDir);
    const { svc, said: ok, refused } = typing('', () => dataDir);
    expect(await ok('merges')).toBe('');
    await ok("graph add person 'Anna Weber' --detail email=anna@one.example --detail role=Cook");
    await ok("graph add organization 'Acme GmbH'");
    await ok("graph relate 'Anna Weber' 'works for' 'acme gmbh' --since 2024");
    expect(await ok("graph relations 'Anna Weber'")).toContain('Anna Weber works_for Acme GmbH');
    expect(await ok('graph')).toContain('2 entities, 1 relation');
    expect(await ok('graph find ana weber')).toContain('Anna Weber');
    await ok("graph set 'Anna Weber' --detail role= --detail 'phone=+43 1 5122112' --alias Annerl");
    const shown = await ok('graph show annerl');
    for (const fact of ['anna@one.example', '+43 1 5122112', 'works_for Acme GmbH  since 2024'])
      expect(shown).toContain(fact);
    expect(shown).not.toContain('Cook');
    expect(await ok("graph history 'Anna Weber'")).toMatch(/role\s+Cook/u);

    await ok("graph add person 'A. Weber' --detail email=office@one.example");
    const merge = async (from: string, into: string) =>
      (await ok(`merges merge '${from}' '${into}'`)).split(/\s/u)[0] ?? '';
    expect(await ok("merges preview 'A. Weber' 'Anna Weber'")).toContain('Anna Weber');
    const id = await merge('A. Weber', 'Anna Weber');
    expect(await ok('merges')).toMatch(/A\. Weber into Anna Weber .*in effect/u);
    expect(await ok(`merges rollback ${id}`)).toMatch(/not in effect/u);
    expect(await svc(`merges rollback ${id}`)).toMatchObject({ code: 1, stdout: '' });
    const first = await merge('A. Weber', 'Anna Weber');
    await ok("graph add person 'Anna Huber'");
    const later = await merge('Anna Weber', 'Anna Huber');
    expect(await svc(`merges rollback ${first}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(later),
    });
    for (const one of [later, first]) await ok(`merges rollback ${one}`);
    await ok("graph set 'Anna Weber' --without-alias Annerl");
    expect(await ok("graph show 'Anna Weber'")).not.toContain('Annerl');
    expect(await ok('graph list --kind organization')).toContain('Acme GmbH');
    const { entities, nextCursor } = await client['graph.entities']({ query: { limit: 1 } });
    const rest = await ok(`graph list --cursor ${nextCursor}`);
    expect(rest).not.toContain(entities[0]?.name);
    expect(await ok("graph around 'Acme GmbH' --depth 2")).toContain('Anna Weber works_for Acme GmbH');
    expect(await svc("graph remove 'Anna Huber'")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--yes'),
    });
    await ok("graph remove 'Anna Huber' --yes");
    await ok("graph add person 'Anna Weber' --new");
    await refused(2, "graph set 'Anna Weber'");
    await refused(
      1,
      "graph show 'Anna Huber'",
      "graph show 'Anna Weber'",
      'graph add robot R2',
      'graph add person ...',
      "graph set 'Acme GmbH' --detail email=nonsense",
      "graph set 'Acme GmbH' --detail shoe=42",
      "graph relate 'Acme GmbH' x Nothing",
      "merges merge 'Acme GmbH' 'A. Weber'",
    );
  },
);
