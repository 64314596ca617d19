import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { fakeCommands } from '../../servers/tool-servers/commands.ts';
import { startGoodToolServer } from '../../servers/tool-servers/good.ts';
import { verifies } from '../../spec/verifies.ts';
import { backedUp, restored } from './backups.ts';

const configIn = ({ dataDir }: RestartableEngine): object => {
  const file = join(dataDir, 'config.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
};

verifies(
  ['tool-servers.commands', 'backups.restore.foreign', 'backups.drill', 'rows.settings'],
  'a backup of another engine starts no program after its restore, and a drill starts and reaches nothing',
  async () => {
    const mark = join(temporaryDir(), 'started');
    const starts = (): number => (existsSync(mark) ? readFileSync(mark, 'utf8').length : 0);
    const server = await startGoodToolServer();
    const first = await started();
    await first.client['config.set']({
      body: { provider: 'compat', api_base_url: 'https://models.example/v1' },
      query: { replace: true },
    });
    await first.client['tool-servers.add']({ body: { name: 'good', url: server.url } });
    const { toolServers } = first.running.engine.services;
    const command = ['sh', '-c', `printf x >> "${mark}"; exec "$@"`, 'sh', ...fakeCommands.good()];
    await toolServers.add('program', { kind: 'command', command });
    await toolServers.test('program');
    expect(starts()).toBeGreaterThan(0);
    await toolServers.test('good');
    // With prices of its own no limit of cost would hold.
    writeFileSync(join(first.dataDir, 'pricing.json'), '{}');
    const id = await backedUp(first);
    const { key } = await first.client['vault.key']();

    const [before, reached] = [starts(), server.headers.length];
    expect(await first.client['backups.drill']({ params: { id } })).toMatchObject({ ok: true });
    expect(server.headers.length).toBe(reached);
    const second = await started();
    await second.client['config.set']({
      body: { backup_dir: join(first.dataDir, 'backups') },
      query: { replace: true },
    });
    expect(await restored(second, id, { key, allowForeign: true })).toMatchObject({
      status: 'completed',
      problems: expect.arrayContaining([expect.stringContaining('mcp_commands')]),
    });
    expect(configIn(second)).not.toHaveProperty('mcp_commands');
    expect(configIn(second)).not.toHaveProperty('api_base_url');
    expect(existsSync(join(second.dataDir, 'pricing.json'))).toBe(false);
    // A second time it is trusted no more, though its key is known now.
    expect(await restored(second, id, { allowForeign: true })).toMatchObject({ status: 'completed' });
    expect(configIn(second)).not.toHaveProperty('mcp_commands');
    expect(configIn(second)).toMatchObject({ backup_dir: join(first.dataDir, 'backups') });
    expect(configIn(second)).not.toHaveProperty('mcp_servers');
    const { servers } = await second.client['tool-servers.list']();
    expect(servers).toEqual([]);
    expect(server.headers.length).toBe(reached);
    expect(starts()).toBe(before);

    expect(await restored(first, id)).toMatchObject({ status: 'completed', problems: [] });
    expect(configIn(first)).toHaveProperty('mcp_commands');
  },
);
