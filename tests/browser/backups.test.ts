import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { LOST, withBrowser } from './browser.ts';
import { eventually, isCount } from './in-page.ts';

describe('the area of backups', () => {
  const shared = withBrowser(async () => ({ engine: await spawnEngine(temporaryDir()) }));
  const path = '/#/backups';

  verifies('page.backups', 'makes the first backup, downloads it, brings it back, checks it', async () => {
    const page = await shared.open(path);
    await page.getByText('There is no backup yet').waitFor();
    await isSound(page);
    await page.getByRole('button', { name: 'Make a backup', disabled: false }).press('Enter');
    await page.getByText('The backup is complete: it was opened and checked.').waitFor();
    const card = page.getByRole('article');
    await card.getByText('Checked', { exact: true }).waitFor();
    await card.getByText(/^made by hand · \S+ \wB · \d+ files · encrypted$/u).waitFor();
    const downloading = page.waitForEvent('download');
    await card.getByRole('link', { name: /^Download/u }).click();
    const file = await (await downloading).path();
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
    await card.getByRole('button', { name: /^Delete the backup/u, disabled: false }).press('Enter');
    await card.getByRole('button', { name: 'Delete it for good', disabled: false }).press('Enter');
    await page.getByText('There is no backup yet').waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('The backup is in the list.').waitFor();
    await card.getByText('Not checked yet', { exact: true }).waitFor();
    await card.getByRole('button', { name: /^Check the backup/u, disabled: false }).press('Enter');
    await page.getByText('It was opened and checked: it can be restored.').waitFor();
  });

  verifies('backups.folder.missing', 'says that the disk of the backups may not be mounted', async () => {
    const folder = join(temporaryDir(), 'backups');
    const engine = await shared.another({});
    await engine.client['config.set']({ body: { backup_dir: folder } });
    const { backupId } = await engine.client['backups.create']();
    const { events } = await engine.client['backups.events']({ params: { id: backupId } });
    for await (const { type } of events) if (type === 'done') break;
    renameSync(folder, `${folder}-elsewhere`);
    const page = await shared.open(path, { at: engine.baseUrl });
    await page.getByText('its disk may not be mounted').waitFor();
    await isCount(page.getByText('There is no backup yet'), 0);
    await isSound(page);
  });

  verifies('page.backups', 'restores, and says what came of it after the restart', async () => {
    const { engine } = shared;
    const { threadId } = await engine.client['sessions.create']({ body: {} });
    const page = await shared.open(path, { mayComplain: LOST });
    await page
      .getByRole('button', { name: /^Restore the backup/u })
      .last()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Restore the backup of/u });
    await dialog.getByLabel('Type restore to confirm').fill('restore');
    await page.keyboard.press('Enter');
    await page.getByText(/^Restored: \d+ files\.$/u).waitFor();
    await page.getByText('To go back, restore the safety backup of').waitFor();
    await isSound(page);
    await expect(engine.client['threads.get']({ params: { id: threadId } })).rejects.toThrow();
  });

  verifies('page.backups', 'proves a backup by a drill', async () => {
    const page = await shared.open(path);
    await page
      .getByRole('button', { name: /^Test restore/u, disabled: false })
      .first()
      .press('Enter');
    await page.getByText('svc started on it and found everything: the backup works.').waitFor();
    await page.getByRole('article').first().getByText('Restore tested', { exact: true }).waitFor();
  });

  verifies('page.backups', 'spells out a restore, and begins it only when that is typed', async () => {
    const { engine } = shared;
    const page = await shared.open(path);
    const open = page.getByRole('button', { name: /^Restore the backup/u }).first();
    await open.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Restore the backup of/u });
    const begin = dialog.getByRole('button', { name: 'Restore it' });
    await eventually(async () => expect(await begin.isDisabled()).toBe(true));
    await dialog.getByLabel('Type restore to confirm').fill('restor');
    await eventually(async () => expect(await begin.isDisabled()).toBe(true));
    await dialog.getByLabel('Type restore to confirm').fill('Restore');
    await eventually(async () => expect(await begin.isDisabled()).toBe(false));
    await isSound(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the key' }).click();
    const { key } = await engine.client['vault.key']();
    await page.getByText(key, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hide it' }).click();
    await isCount(page.getByText(key, { exact: true }), 0);
  });
});
