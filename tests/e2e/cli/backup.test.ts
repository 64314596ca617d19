import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { progressBar } from '../../../src/adapters/in/cli/progress-bar.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere, endAll } from './engines.ts';

afterEach(endAll);

/** A new data directory with one backup, by the command itself. */
async function withBackup() {
  const dataDir = join(temporaryDir(), 'data');
  const made = await svc(dataDir, ['backup', 'create']);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d{8}T\d{9}Z\n$/u) });
  return { dataDir, made, backupId: made.stdout.trim() };
}

describe('svc backup', () => {
  verifies('backups.terminal', 'makes, lists, shows, checks and deletes', async () => {
    const { dataDir, made, backupId } = await withBackup();
    expect(made.stderr).toMatch(
      /^Copying…\nChecking…\nThe backup is complete: \d+ files, opened and checked\.\n$/u,
    );
    const list = await svc(dataDir, ['backup']);
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(list.stdout).toMatch(
      new RegExp(`^${backupId}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  made by hand  \\S+ MB  checked\\n$`, 'u'),
    );
    const json = await svc(dataDir, ['backup', 'list', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ backups: [{ backupId, status: 'complete' }] });
    const shown = await svc(dataDir, ['backup', 'show', backupId]);
    expect(shown.stdout).toContain('Encrypted  yes, with the vault key ');
    expect(shown.stdout).toContain('Proven by a drill  never\n');
    expect(await svc(dataDir, ['backup', 'verify', backupId])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('it can be restored.\n'),
    });
    expect(await svc(dataDir, ['backup', 'delete', backupId])).toMatchObject({
      code: 0,
      stderr: 'The backup is deleted on this machine. If there is a copy in the drive, it stays there.\n',
    });
    expect(await svc(dataDir, ['backup'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'There is no backup yet. Make one with svc backup create.\n',
    });
  });

  verifies('backups.terminal', 'says what is wrong with a damaged one, with 1', async () => {
    const { dataDir, backupId } = await withBackup();
    writeFileSync(join(dataDir, 'backups', backupId, 'memory.db'), 'altered');
    const checked = await svc(dataDir, ['backup', 'verify', backupId, '--json']);
    expect(checked.code).toBe(1);
    expect(checked.stderr).toContain('svc: this backup cannot be restored.\n');
    expect(JSON.parse(checked.stdout)).toEqual({
      ok: false,
      keyMissing: false,
      problems: ['"memory.db" is missing, or is not what was backed up.'],
    });
    expect((await svc(dataDir, ['backup', 'list'])).stdout).toContain('  not usable\n');
    const shown = await svc(dataDir, ['backup', 'show', backupId]);
    expect(shown.stdout).toContain('Problem: "memory.db" is missing, or is not what was backed up.\n');
  });

  verifies('backups.terminal', 'says why a backup could not be made, with 1', async () => {
    const dataDir = temporaryDir();
    writeFileSync(join(dataDir, 'backups'), 'a file where the folder is due');
    const made = await svc(dataDir, ['backup', 'create']);
    expect(made).toMatchObject({ code: 1, stdout: '' });
    expect(made.stderr).toMatch(/svc: [^\n]*The backup folder cannot be used\.[^\n]*\n$/u);
  });

  verifies(
    'backups.terminal.restore',
    'says what a restore will do, and asks before it does it',
    async () => {
      const { dataDir, backupId } = await withBackup();
      const asked = await svc(dataDir, ['backup', 'restore', backupId]);
      expect(asked).toMatchObject({ code: 1, stdout: '' });
      expect(asked.stderr.split('\n')).toEqual([
        expect.stringMatching(
          new RegExp(
            `^This restores the backup ${backupId} of \\S+ \\S+, made by hand by svc \\S+ \\(\\S+ MB\\)\\.$`,
            'u',
          ),
        ),
        `It replaces everything in ${dataDir}: conversations, memory, secrets, settings and the workspace. What came after the backup is gone from there.`,
        expect.stringContaining(
          'a safety backup of the present state is made. Runs in progress are interrupted',
        ),
        'svc: a restore has to be confirmed: repeat this with --yes.',
        '',
      ]);
    },
  );

  verifies(
    'backups.terminal.restore',
    'restores, waits through the restart of the running engine, and names the safety backup',
    async () => {
      const { dataDir, backupId } = await withBackup();
      const engine = await engineHere(dataDir);
      const { threadId } = await engine.client['sessions.create']({ body: {} });
      const restored = await svc(dataDir, ['backup', 'restore', backupId, '--yes']);
      expect([restored.code, restored.stderr]).toEqual([
        0,
        expect.stringMatching(
          /\nRestored: \d+ files of \S+\.\nTo undo this, restore the safety backup: svc backup restore \d{8}T\d{9}Z\n$/u,
        ),
      ]);
      await expect(engine.client['threads.get']({ params: { id: threadId } })).rejects.toMatchObject({
        problem: { status: 404 },
      });
      const safety = /(\S+)\n$/u.exec(restored.stderr)?.[1] ?? '';
      expect((await svc(dataDir, ['backup', 'restore', safety, '--yes'])).code).toBe(0);
      expect(await engine.client['threads.get']({ params: { id: threadId } })).toMatchObject({ threadId });
    },
  );

  verifies('backups.terminal.restore', 'restores with an engine of its own', async () => {
    const { dataDir, backupId } = await withBackup();
    const later = join(dataDir, 'workspace', 'later.txt');
    mkdirSync(join(dataDir, 'workspace'), { recursive: true });
    writeFileSync(later, 'made after the backup');
    expect((await svc(dataDir, ['backup', 'restore', backupId, '--yes'])).code).toBe(0);
    expect(existsSync(later)).toBe(false);
    expect((await svc(dataDir, ['backup'])).stdout).toContain('made before a restore');
  });

  verifies('backups.terminal', 'proves the newest one by a drill', async () => {
    const { dataDir, backupId } = await withBackup();
    const drilled = await svc(dataDir, ['backup', 'drill', '--json']);
    expect(drilled).toMatchObject({ code: 0, stderr: expect.not.stringContaining('svc:') });
    expect(JSON.parse(drilled.stdout)).toMatchObject({ backupId, ok: true, problems: [] });
    expect((await svc(dataDir, ['backup'])).stdout).toContain('  proven\n');
  });

  verifies(
    'backups.terminal.restore',
    'restores on a new machine as docs/restore.md says, from the zip and the vault key',
    async () => {
      const { dataDir, backupId } = await withBackup();
      const file = join(dataDir, '..', 'kept.zip');
      await svc(dataDir, ['backup', 'download', backupId, file]);
      const key = readFileSync(join(dataDir, 'vault.key'), 'utf8');
      const elsewhere = join(temporaryDir(), 'data');
      await engineHere(elsewhere);
      expect((await svc(elsewhere, ['backup', 'upload', file])).code).toBe(0);
      const restore = ['backup', 'restore', backupId, '--yes'];
      const foreign = await svc(elsewhere, restore);
      expect(foreign.stderr).toContain(
        'Another instance of svc made this backup: it needs --allow-foreign.\n',
      );
      expect([foreign.code, foreign.stderr]).toEqual([
        1,
        expect.stringMatching(/svc: [^\n]* If you have that key, repeat this with --key-from-stdin\.\n$/u),
      ]);
      const full = [...restore, '--allow-foreign', '--key-from-stdin'];
      const restored = await svc(elsewhere, full, {}, key);
      expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('\nRestored: ')]);
    },
  );

  verifies('backups.archive', 'writes a backup into a new file, and brings it back', async () => {
    const { dataDir, backupId } = await withBackup();
    const file = join(dataDir, '..', 'kept.zip');
    const download = ['backup', 'download', backupId, file];
    expect(await svc(dataDir, download)).toMatchObject({ code: 0, stdout: `${file}\n`, stderr: '' });
    expect(await svc(dataDir, download)).toMatchObject({
      code: 1,
      stderr: `svc: ${file} exists already: name another file.\n`,
    });
    expect((await svc(dataDir, ['backup', 'upload', `${file}x`])).stderr).toBe(
      `svc: ${file}x cannot be read: it is not there.\n`,
    );
    await svc(dataDir, ['backup', 'delete', backupId]);
    expect(await svc(dataDir, ['backup', 'upload', file])).toMatchObject({
      code: 0,
      stdout: `${backupId}\n`,
      stderr: `The backup is in the list. Check it with svc backup verify ${backupId}.\n`,
    });
    expect((await svc(dataDir, ['backup'])).stdout).toContain('not checked yet');
  });

  verifies('backups.terminal', 'names no backup that is not there, and creates nothing to look', async () => {
    const dataDir = join(temporaryDir(), 'data');
    expect(await svc(dataDir, ['backup'])).toMatchObject({ code: 0, stdout: '' });
    expect(readdirSync(dataDir)).not.toContain('history.db');
    expect((await svc(dataDir, ['backup', 'drill'])).stderr).toBe(
      'svc: there is no backup yet. Make one with svc backup create.\n',
    );
    for (const asked of ['show', 'verify', 'drill', 'restore', 'delete'])
      expect(await svc(dataDir, ['backup', asked, '20261123T010203456Z'])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/svc: There is no backup with this id in the backup folder\.\n$/u),
      });
  });
});

test('the bar is one line of a terminal, and elsewhere one line for each phase', () => {
  const said = (isTerminal: boolean) => {
    let text = '';
    const bar = progressBar((piece) => (text += piece), isTerminal);
    for (const doneBytes of [0, 2 ** 20]) bar.show({ what: 'Copying', doneBytes, totalBytes: 4 * 2 ** 20 });
    bar.show({ what: 'Checking', doneBytes: 0, totalBytes: 0 });
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
