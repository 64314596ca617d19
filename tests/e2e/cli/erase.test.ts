import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { attach } from '../../../src/adapters/in/cli/attach.ts';
import type { VerbDeps } from '../../../src/adapters/in/cli/verb-deps.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { fill, logical } from '../backups/logical.ts';
import { terminalOver } from './terminal.ts';

const CONFIRM = ['--confirm', 'DELETE_ALL_DATA'];

type Erase = ReturnType<typeof attach>['client']['data.erase'];

/** What `svc erase` says at a terminal; `erase` stands before the request. */
async function erasing(
  engine: RestartableEngine,
  given: Pick<VerbDeps, 'readLines'> & {
    readonly confirm: string | null;
    readonly erase?: (ownErase: Erase, input: Parameters<Erase>[0]) => ReturnType<Erase>;
  },
) {
  let said = '';
  const { confirm, readLines, erase = async (ownErase, input) => await ownErase(input) } = given;
  const reached = async () => {
    const attached = attach(engine.running.socket);
    const ownErase = attached.client['data.erase'];
    const client = {
      ...attached.client,
      'data.erase': (input: Parameters<Erase>[0]) => erase(ownErase, input),
    };
    return { ...attached, client };
  };
  const err = (text: string) => void (said += text);
  const typed = terminalOver(reached, { err, readLines, dataDir: engine.dataDir });
  const code = await typed('erase', ...(confirm === null ? [] : ['--confirm', confirm]));
  return { code, said };
}

verifies(
  ['data.delete.terminal', 'data.delete.refused'],
  'svc erase erases with an engine of its own once it is confirmed, and prints what is gone and what is still there',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    expect((await svc(dataDir, ['secret', 'set', 'SHOP_KEY'], {}, 'a value')).code).toBe(0);
    writeFileSync(join(dataDir, 'notes.txt'), 'mine');
    mkdirSync(join(dataDir, 'workspace'), { recursive: true });
    writeFileSync(join(dataDir, 'workspace/a.txt'), 'some');

    // No terminal: nothing is asked, and nothing is done.
    const unasked = await svc(dataDir, ['erase']);
    expect(unasked).toMatchObject({ code: 1, stdout: '' });
    expect(unasked.stderr).toContain(`This erases everything in ${dataDir}`);
    expect(unasked.stderr).toContain('repeat this with --confirm DELETE_ALL_DATA. Nothing was erased.');
    expect(await svc(dataDir, ['erase', '--confirm', 'yes'])).toMatchObject({
      code: 1,
      stderr: 'svc: that is not DELETE_ALL_DATA. Nothing was erased.\n',
    });
    expect(await svc(dataDir, ['erase', '--yes'])).toMatchObject({ code: 2 });

    const unknown = await svc(dataDir, ['erase', ...CONFIRM]);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toMatch(
      /^ {2}notes\.txt\nsvc: The data directory holds entries that are not from svc\..*--remove-unknown/u,
    );
    expect(existsSync(join(dataDir, 'workspace/a.txt'))).toBe(true);

    const done = await svc(dataDir, ['erase', ...CONFIRM, '--remove-unknown', 'notes.txt']);
    expect(done).toMatchObject({ code: 0, stdout: '' });
    expect(done.stderr).toMatch(
      /^Erased:\n(?: {2}.*\n)* {2}Secrets: \d+ rows?\n(?: {2}.*\n)*Still there:\n/u,
    );
    expect(done.stderr).toContain('  Workspace: 1 file\n');
    for (const name of ['notes.txt', 'workspace/a.txt']) expect(existsSync(join(dataDir, name))).toBe(false);
    expect((await svc(dataDir, ['secret', 'list'])).stdout).not.toContain('SHOP_KEY');

    const json = await svc(dataDir, ['erase', ...CONFIRM, '--keep-backups', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ deleted: true, stores: expect.anything() });
  },
);

verifies(
  'data.delete.terminal',
  'at a terminal the word is typed; with anything else nothing is erased, and an engine that runs restarts empty',
  async () => {
    const engine = await startRestartable();
    await fill(engine, 'BEFORE');
    const before = await logical(engine);
    const typed = (answer: string | null) =>
      erasing(engine, {
        confirm: null,
        readLines: async function* () {
          if (answer !== null) yield answer;
        },
      });
    for (const answer of [null, 'yes', '', 'delete_all_data']) {
      const { code, said } = await typed(answer);
      expect([answer, code]).toEqual([answer, 1]);
      expect(said).toMatch(/Type DELETE_ALL_DATA to erase it: .*Nothing was erased\.\n$/u);
    }
    expect(await logical(engine)).toEqual(before);
    const { code, said } = await typed(' DELETE_ALL_DATA ');
    expect(code).toBe(0);
    expect(said).toContain('Erased:\n');
    expect(await logical(engine)).toMatchObject({ threads: [], entries: [], secrets: [] });
  },
);

verifies(
  ['data.delete.terminal', 'data.delete.honest'],
  'where the connection is lost the next engine tells, and an earlier erasure is never told as this one',
  async () => {
    const engine = await startRestartable();
    await fill(engine, 'FIRST');
    await engine.client['data.erase']({ body: { confirm: 'DELETE_ALL_DATA' } });
    const asked = (isCarriedOut: boolean) =>
      erasing(engine, {
        confirm: 'DELETE_ALL_DATA',
        readLines: null,
        erase: async (ownErase, input) => {
          if (isCarriedOut) await ownErase(input);
          throw new TypeError('fetch failed', { cause: new Error('other side closed') });
        },
      });
    await fill(engine, 'SECOND');
    const before = await logical(engine);
    expect(await asked(false)).toEqual({
      code: 1,
      said: 'svc: the engine stopped before anything was erased. Run this again.\n',
    });
    expect(await logical(engine)).toEqual(before);
    expect(await asked(true)).toMatchObject({ code: 0, said: expect.stringMatching(/^Erased:/u) });
    expect((await logical(engine)).threads).toEqual([]);
  },
);
