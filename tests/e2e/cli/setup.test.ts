import { describe, expect } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import type { Finished } from '../../harness/spawned-engine.ts';
import { exited } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { anEngine, begin, svc } from './engines.ts';

const start = (dataDir: string, env: Record<string, string> = {}): Promise<Finished> =>
  svc(dataDir, ['--http-api'], { SVC_HTTP_PORT: '0', ...env });

/** One sentence for the operator: on stderr, without a stack, with exit code 78. */
function expectSentence({ code, stdout, stderr }: Finished, ...words: readonly string[]): void {
  expect({ code, stdout, stderr }).toMatchObject({
    code: 78,
    stdout: '',
    stderr: expect.stringMatching(/^svc: [^\n]+[.]\n$/u),
  });
  for (const word of words) expect(stderr).toContain(word);
  expect(stderr).not.toMatch(/Error|\bat \S+:\d+/u);
}

describe('an unusable set-up', () => {
  verifies('cli.exit-codes', 'names an unusable data directory in one sentence', async () => {
    const place = temporaryDir();
    const file = join(place, 'file');
    writeFileSync(file, 'kept');
    const dirs = [join(file, 'below'), '/proc/svc'];
    const finished = await Promise.all(dirs.map((dir) => start(dir)));
    finished.forEach((each, index) => expectSentence(each, dirs[index] ?? '', 'SVC_DATA_DIR'));
    expect(readFileSync(file, 'utf8')).toBe('kept');
    expect(readdirSync(place)).toEqual(['file']);
  });

  verifies(
    'cli.exit-codes',
    'names a data directory that it may not look into, for a command, too',
    async () => {
      const dataDir = join(temporaryDir(), 'data');
      // A folder with mode 0 is open to the superuser; a link to itself is not.
      if (process.getuid?.() === 0) symlinkSync(dataDir, dataDir);
      else mkdirSync(dataDir, { mode: 0 });
      expectSentence(await svc(dataDir, ['config']), dataDir, 'SVC_DATA_DIR');
    },
  );

  verifies('cli.exit-codes', 'names a workspace that is not a folder', async () => {
    const place = temporaryDir();
    const file = join(place, 'file');
    writeFileSync(file, 'kept');
    const workspace = join(file, 'below', 'it');
    expectSentence(
      await start(join(place, 'data'), { SVC_WORKSPACE: workspace }),
      workspace,
      'SVC_WORKSPACE',
    );
    expect(readFileSync(file, 'utf8')).toBe('kept');
    expect(existsSync(join(place, 'data', 'history.db'))).toBe(false);
  });

  verifies('cli.exit-codes', 'names a meaningless setting, and creates nothing', async () => {
    const dataDir = join(temporaryDir(), 'data');
    const settings = { SVC_HTTP_PORT: '70000', LOG_LEVEL: 'loud', SVC_HTTP_TOKEN: 'x'.repeat(15) };
    for (const [name, value] of Object.entries(settings))
      expectSentence(await start(dataDir, { [name]: value }), name);
    expect(existsSync(dataDir)).toBe(false);
  });

  verifies(
    ['security.bind', 'cli.exit-codes'],
    'requires a token for an address beyond this machine',
    async () => {
      const dataDir = join(temporaryDir(), 'data');
      for (const host of ['0.0.0.0', 'example.org'])
        expectSentence(
          await start(dataDir, { SVC_HTTP_HOST: host }),
          `SVC_HTTP_HOST=${host}`,
          'SVC_HTTP_TOKEN',
        );
      expect(existsSync(dataDir)).toBe(false);

      const { baseUrl } = await anEngine(dataDir, {
        SVC_HTTP_HOST: '0.0.0.0',
        SVC_HTTP_TOKEN: 'a-token-of-some-length',
      });
      const port = new URL(baseUrl).port;
      const status = async (headers: Record<string, string>) =>
        (await fetch(`http://127.0.0.1:${port}/api/threads`, { headers })).status;
      expect([await status({}), await status({ authorization: 'Bearer a-token-of-some-length' })]).toEqual([
        401, 200,
      ]);
    },
  );

  verifies(
    ['security.bind', 'auth.token.closes-nothing'],
    'accepts an earlier generated token, and then requires it',
    async () => {
      const dataDir = temporaryDir();
      const made = await anEngine(dataDir);
      const { token } = await made.client['auth.token']();
      await exited(made);
      // On loopback it closes nothing, now or at a later start.
      const local = await anEngine(dataDir);
      expect((await local.client['threads.list']()).threads).toEqual([]);
      await exited(local);
      const file = join(dataDir, 'token.json');
      const { baseUrl, process: child, finished } = await anEngine(dataDir, { SVC_HTTP_HOST: '0.0.0.0' });
      const port = new URL(baseUrl).port;
      const status = async (headers: Record<string, string>) =>
        (await fetch(`http://127.0.0.1:${port}/api/threads`, { headers })).status;
      const bearer = { authorization: `Bearer ${token}` };
      expect([await status({}), await status({ authorization: 'Bearer x' }), await status(bearer)]).toEqual([
        401, 401, 200,
      ]);
      child.kill('SIGTERM');
      const { stderr } = await finished;
      expect(stderr).not.toContain(token);
      // An invalid one opens nothing, and the file is kept beside it.
      writeFileSync(file, 'no token');
      const { code, stderr: said } = await start(dataDir, { SVC_HTTP_HOST: '0.0.0.0' });
      expect([code, said]).toEqual([78, expect.stringContaining('SVC_HTTP_TOKEN')]);
      expect(readdirSync(dataDir).filter((name) => name.startsWith('token.json'))).toEqual([
        expect.stringContaining('token.json.corrupt-'),
      ]);
    },
  );

  verifies('cli.exit-codes', 'names a port in use, and releases the data directory', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const dataDir = temporaryDir();
    expectSentence(await start(dataDir, { SVC_HTTP_PORT: String(port) }), String(port), 'SVC_HTTP_PORT');
    expect(
      ['engine.json', 'engine.sock', 'history.db-wal'].filter((name) => existsSync(join(dataDir, name))),
    ).toEqual([]);
    taken.close();
    await anEngine(dataDir);
  });

  verifies('cli.exit-codes', 'names an address that does not belong to this machine', async () => {
    const env = { SVC_HTTP_HOST: '192.0.2.1', SVC_HTTP_TOKEN: 'a-token-of-some-length' };
    expectSentence(await start(temporaryDir(), env), 'SVC_HTTP_HOST=192.0.2.1');
  });
});

describe('a data directory used by a newer version', () => {
  async function newer(name: string) {
    const dataDir = temporaryDir();
    const file = join(dataDir, name);
    const later = openDatabase<object>(file);
    later.connection.pragma('user_version = 9999');
    await later.close();
    return { dataDir, file, before: readFileSync(file) };
  }

  verifies('crash.newer-schema', 'a task names the refused store, with both versions', async () => {
    const { dataDir, file, before } = await newer('history.db');
    const { code, stdout, stderr } = await svc(dataDir, ['run', 'hello']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^svc: history\.db .*9999.* \d+\./mu);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  verifies(
    ['crash.newer-schema', 'cli.status'],
    'the engine starts, and status names the store',
    async () => {
      const { dataDir, file, before } = await newer('memory.db');
      const { process: child, finished } = await anEngine(dataDir);
      expect((await svc(dataDir, ['status'])).stdout).toContain('memory.db');
      child.kill('SIGTERM');
      await finished;
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );
});

describe('the private socket', () => {
  verifies('cli.exit-codes', 'is named when it cannot be made', async () => {
    const dataDir = join(temporaryDir(), 'a-rather-long-name'.repeat(6));
    expectSentence(await start(dataDir, { TMPDIR: '/nonexistent' }), dataDir, 'ENOENT');
  });
});

describe('the port', () => {
  verifies(
    ['http.default-port', 'service.single-user'],
    'is 3100, on this machine only, by default',
    async () => {
      const dataDir = temporaryDir();
      const spawned = begin(dataDir, ['--http-api']);
      // Another program on this machine may use it: then the sentence names it.
      const said = await new Promise<string>((resolve) => {
        spawned.process.stderr?.on('data', () => resolve(spawned.output.stderr));
      });
      expect(said).toMatch(/listening on http:\/\/127\.0\.0\.1:3100\/|Port 3100 on 127\.0\.0\.1 is in use/u);
    },
  );
});
