import { say } from '../../../src/contract/cli/says.ts';
import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { progressBar } from '../../../src/adapters/in/cli/progress-bar.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import type { Finished } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

/** A data directory with one backup, made once, by the command itself. */
let template: string;
let made: Finished;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'svc-backup-'));
  made = await svc(join(template, 'data'), ['backup', 'create']);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d{8}T\d{9}Z\n$/u) });
});
afterAll(() => rmSync(template, { recursive: true }));

/** A copy of it. */
function withBackup() {
  const dataDir = join(temporaryDir(), 'data');
  cpSync(join(template, 'data'), dataDir, { recursive: true });
  return { dataDir, backupId: made.stdout.trim() };
}

const listed = async (dataDir: string) =>
  (
    JSON.parse((await svc(dataDir, ['backup', 'list', '--json'])).stdout) as {
      readonly backups: readonly { readonly backupId: string; readonly status: string }[];
    }
  ).backups;

describe('svc backup', () => {
  verifies('backups.terminal', 'makes, lists, shows, checks and deletes', async () => {
    const { dataDir, backupId } = withBackup();
    expect(await listed(dataDir)).toMatchObject([{ backupId, status: 'complete' }]);
    for (const args of [[], ['show', backupId], ['verify', backupId]]) {
      const { code, stdout, stderr } = await svc(dataDir, ['backup', ...args]);
      expect([args, code, `${stdout}${stderr}`.length > 0]).toEqual([args, 0, true]);
    }
    expect(await svc(dataDir, ['backup', 'delete', backupId])).toMatchObject({ code: 0 });
    expect(await svc(dataDir, ['backup'])).toMatchObject({ code: 0, stdout: '' });
    expect(await listed(dataDir)).toEqual([]);
  });

  verifies('backups.terminal', 'says what is wrong with a damaged one, with 1', async () => {
    const { dataDir, backupId } = withBackup();
    writeFileSync(join(dataDir, 'backups', backupId, 'memory.db'), 'altered');
    const checked = await svc(dataDir, ['backup', 'verify', backupId, '--json']);
    expect(checked.code).toBe(1);
    expect(JSON.parse(checked.stdout)).toEqual({
      ok: false,
      keyMissing: false,
      problems: [expect.stringContaining('memory.db')],
    });
    expect((await svc(dataDir, ['backup', 'show', backupId])).stdout).toContain('memory.db');
  });

  verifies('backups.terminal', 'says that a backup could not be made, with 1', async () => {
    const dataDir = temporaryDir();
    writeFileSync(join(dataDir, 'backups'), 'a file where the folder is due');
    expect(await svc(dataDir, ['backup', 'create'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^svc: /mu),
    });
  });

  verifies(
    'backups.terminal.restore',
    'says what a restore will do and asks before it does it; then it waits through the restart of the running engine, and names the safety backup',
    async () => {
      const { dataDir, backupId } = withBackup();
      const engine = await engineHere(dataDir);
      const { threadId } = await engine.client['sessions.create']({ body: {} });
      const thread = () => engine.client['threads.get']({ params: { id: threadId } });
      const asked = await svc(dataDir, ['backup', 'restore', backupId]);
      expect(asked).toMatchObject({ code: 1, stdout: '' });
      for (const fact of [backupId, dataDir, '--yes']) expect(asked.stderr).toContain(fact);
      expect(await thread()).toMatchObject({ threadId });
      const restored = await svc(dataDir, ['backup', 'restore', backupId, '--yes']);
      expect(restored.code).toBe(0);
      await expect(thread()).rejects.toMatchObject({ problem: { status: 404 } });
      const safety = /svc backup restore (\S+)\n$/u.exec(restored.stderr)?.[1] ?? '';
      expect((await svc(dataDir, ['backup', 'restore', safety, '--yes'])).code).toBe(0);
      expect(await thread()).toMatchObject({ threadId });
    },
  );

  verifies('backups.terminal.restore', 'restores with an engine of its own', async () => {
    const { dataDir, backupId } = withBackup();
    const later = join(dataDir, 'workspace', 'later.txt');
    mkdirSync(join(dataDir, 'workspace'), { recursive: true });
    writeFileSync(later, 'made after the backup');
    expect((await svc(dataDir, ['backup', 'restore', backupId, '--yes'])).code).toBe(0);
    expect(existsSync(later)).toBe(false);
    expect(await listed(dataDir)).toHaveLength(2);
  });

  verifies('backups.terminal', 'proves the newest one by a drill', async () => {
    const { dataDir, backupId } = withBackup();
    const drilled = await svc(dataDir, ['backup', 'drill', '--json']);
    expect(drilled).toMatchObject({ code: 0, stderr: expect.not.stringContaining('svc:') });
    expect(JSON.parse(drilled.stdout)).toMatchObject({ backupId, ok: true, problems: [] });
  });

  verifies(
    ['backups.terminal.restore', 'backups.archive'],
    'writes a backup into a new file, and restores it on a new machine as docs/restore.md says, with the vault key',
    async () => {
      const { dataDir, backupId } = withBackup();
      const file = join(dataDir, '..', 'kept.zip');
      const download = ['backup', 'download', backupId, file];
      expect(await svc(dataDir, download)).toMatchObject({ code: 0, stdout: `${file}\n`, stderr: '' });
      expect(await svc(dataDir, download)).toMatchObject({ code: 1, stdout: '' });
      expect(await svc(dataDir, ['backup', 'upload', `${file}x`])).toMatchObject({ code: 1, stdout: '' });

      const key = readFileSync(join(dataDir, 'vault.key'), 'utf8');
      const elsewhere = join(temporaryDir(), 'data');
      await engineHere(elsewhere);
      expect(await svc(elsewhere, ['backup', 'upload', file])).toMatchObject({
        code: 0,
        stdout: `${backupId}\n`,
      });
      const restore = ['backup', 'restore', backupId, '--yes'];
      const foreign = await svc(elsewhere, restore);
      expect(foreign.code).toBe(1);
      for (const option of ['--allow-foreign', '--key-from-stdin']) expect(foreign.stderr).toContain(option);
      const full = [...restore, '--allow-foreign', '--key-from-stdin'];
      expect((await svc(elsewhere, full, {}, key)).code).toBe(0);
    },
  );

  verifies('backups.terminal', 'names no backup that is not there, and creates nothing to look', async () => {
    const dataDir = join(temporaryDir(), 'data');
    expect(await svc(dataDir, ['backup'])).toMatchObject({ code: 0, stdout: '' });
    expect(readdirSync(dataDir)).not.toContain('history.db');
    expect((await svc(dataDir, ['backup', 'drill'])).code).toBe(1);
    for (const asked of ['show', 'verify', 'drill', 'restore', 'delete'])
      expect(await svc(dataDir, ['backup', asked, '20261123T010203456Z'])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/svc: [^\n]+\n$/u),
      });
  });
});

test('the bar is one line of a terminal, and elsewhere one line for each phase', () => {
  const said = (isTerminal: boolean) => {
    let text = '';
    const bar = progressBar((piece) => (text += piece), isTerminal, englishTeller);
    for (const doneBytes of [0, 2 ** 20])
      bar.show({ what: say('terminal.copying'), doneBytes, totalBytes: 4 * 2 ** 20 });
    bar.show({ what: say('terminal.checking'), doneBytes: 0, totalBytes: 0 });
    bar.clear();
    return text;
  };
  expect(said(false)).toBe('Copying…\nChecking…\n');
  expect(said(true).split('\r\u001b[K')).toEqual([
    '',
    'Copying    ░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0 of 4 MB',
    'Copying    ██████░░░░░░░░░░░░░░░░░░  25 %  1 of 4 MB',
    'Checking   ░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0 of 0 MB',
    '',
  ]);
});
