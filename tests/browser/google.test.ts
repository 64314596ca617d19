import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { startFakeGoogle } from '../servers/google/fake-google.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { eventually, isCount, isFocused } from './in-page.ts';
import { NARROWEST } from './wide.ts';

const shared = withBrowser(async () => {
  const google = await startFakeGoogle();
  const engine = await spawnEngine(temporaryDir(), { SVC_GOOGLE_BASE_URL: google.url });
  return { engine, google, owner: google.accounts.account('owner@example.com') };
});
afterAll(async () => await shared.google.close());

const SETTINGS = '/#/settings/google';

/** Once it can be pressed: a key on a button that is disabled for a moment is lost. */
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true, disabled: false });
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function storeClient(page: Page, { id, secret }: { readonly id: string; readonly secret: string }) {
  await page.getByLabel('Client ID').fill(id);
  await page.getByLabel('Client secret').fill(secret);
  await page.keyboard.press('Enter');
  await page.getByText('The client is stored. You can connect now.').waitFor();
}

verifies(
  'drive.disconnect.ui',
  'stores a client, connects by a code, uploads a backup, and says that its deletion is not complete',
  async () => {
    const { engine, google, owner } = shared;
    const client = google.accounts.client({ kind: 'device' });
    const page = await shared.open(SETTINGS, { viewport: NARROWEST });
    await title(page, 'A client of your own').waitFor();
    await isSound(page);
    await button(page, 'Store the client').press('Enter');
    await page.getByLabel('Client ID').fill('my-project');
    await button(page, 'Store the client').press('Enter');
    await storeClient(page, client);

    // What is asked for is named before anything is.
    await page.getByLabel('Backups, reading and changing').check();
    const asked = page.getByRole('list', { name: 'Google will ask you to allow:' });
    await isCount(asked.getByRole('listitem'), 4);
    await page.getByText('This needs a client of the type “Desktop app”.').waitFor();
    await page.getByLabel('Backups only').check();
    await eventually(async () => expect(await asked.textContent()).toContain('drive.file'));
    expect(google.calls).toEqual([]);
    await isSound(page);
    await button(page, 'Connect').press('Enter');
    await page.getByText('Waiting for your answer at Google.').waitFor();
    await isFocused(title(page, 'Google account'));
    const link = page.getByRole('link', { name: 'Open the page of Google' });
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await link.getAttribute('target')).toBe('_blank');
    await page.getByText(/^Time left: 1[0-4]:\d\d$/u).waitFor();
    await isSound(page);
    google.oauth.allow((await page.locator('.typed-code').textContent()) ?? '', owner);
    await page.getByText('Connected as owner@example.com. Backups only.').waitFor();
    const upload = page.getByRole('switch', { name: /^Upload backups to the drive/u });
    await upload.press('Space');
    await page.getByText('Saved: backups are uploaded from now on.').waitFor();
    expect((await engine.client['config.get']()).config.backup_clouddrive).toBe(true);
    await isSound(page);

    const held = google.fault({ kind: 'held', method: 'POST', path: /^\/upload/u, nth: 3 });
    await page.getByRole('link', { name: 'Open the backups' }).click();
    await page.getByText('There is no backup yet').waitFor();
    await button(page, 'Make a backup').press('Enter');
    await page.getByText('The backup is complete: it was opened and checked.').waitFor();
    await page.getByText('On its way to the drive.').waitFor();
    await held.hit;
    const bar = page.getByRole('progressbar', { name: /^Upload of the backup of/u });
    await page.locator('progress[value]:not([value="0"])').waitFor();
    expect(Number(await bar.getAttribute('max'))).toBeGreaterThan(0);
    await isSound(page);
    // Making another one does not wait for the upload.
    await eventually(async () => expect(await button(page, 'Make a backup').isDisabled()).toBe(false));
    held.release();
    await page.getByText(/^Also in the drive, since/u).waitFor();

    google.fault({ kind: 'storageQuotaExceeded', method: 'POST', path: /^\/upload/u });
    await button(page, 'Make a backup').press('Enter');
    await page.getByText(/^Not in the drive\. The drive has no space left\./u).waitFor();
    await button(page, /^Send to the drive: the backup of/u).press('Enter');
    await expectCount(page.getByText(/^Also in the drive, since/u), 2);

    const newest = page.getByRole('article').first();
    await newest.getByRole('button', { name: /^Delete the backup/u }).press('Enter');
    await newest.getByRole('button', { name: 'Delete it for good' }).press('Enter');
    await expectCount(page.getByRole('article'), 1);
    const looked = google.calls.length;
    await page.locator('summary', { hasText: 'In the drive' }).press('Enter');
    await page.getByText('also here').waitFor();
    expect(google.calls.length).toBeGreaterThan(looked);
    await isSound(page);
    await button(page, /^Fetch to this machine: the backup of/u).press('Enter');
    await page.getByText('The backup is here, and was opened and checked.').waitFor();
    await expectCount(page.getByText('also here'), 2);

    await page.goto(`${engine.baseUrl}${SETTINGS}`);
    await page.getByText(/^Last uploaded: the backup of/u).waitFor();
    await button(page, 'Disconnect…').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Disconnect the Google account?' });
    await eventually(async () =>
      expect(await dialog.getByLabel('Keep them in the drive').isChecked()).toBe(true),
    );
    await dialog.getByLabel('Delete them from the drive').check();
    await isSound(page);
    await page.keyboard.press('Escape');
    await isFocused(button(page, 'Disconnect…'));
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Delete them from the drive').check();
    google.fault({ kind: 'appNotAuthorizedToFile', method: 'DELETE' });
    google.fault({ kind: 'unavailable', path: '/revoke' });
    await dialog.getByRole('button', { name: 'Delete and disconnect' }).press('Enter');
    await isFocused(title(page, 'The deletion is not complete'));
    await page.getByText(/^The account is disconnected\. \d+ files were deleted from the drive\./u).waitFor();
    const left = page.getByRole('list', { name: 'What is left, and why:' });
    await isCount(left.getByRole('listitem'), 1);
    await eventually(async () => expect(await left.textContent()).toContain('could not be deleted'));
    await page.getByText('Google did not confirm that the access has ended.').waitFor();
    await isSound(page);
    // It stays until it is closed.
    const parts = page.getByRole('navigation', { name: 'Settings' });
    await parts.getByRole('link', { name: 'Settings' }).click();
    await parts.getByRole('link', { name: /^Secrets/u }).click();
    await title(page, 'Secrets').first().waitFor();
    await parts.getByRole('link', { name: 'Settings' }).click();
    await parts.getByRole('link', { name: /^Google/u }).click();
    await title(page, 'The deletion is not complete').waitFor();
    await button(page, 'Close').press('Enter');
    await title(page, 'The deletion is not complete').waitFor({ state: 'detached' });
    await isFocused(title(page, 'Google account'));
    expect(google.unknown).toEqual([]);
  },
);

it('connects in the browser with full access, says why that failed, and cancels what waits', async () => {
  const { google, owner } = shared;
  const client = google.accounts.client({ kind: 'desktop' });
  const page = await shared.open(SETTINGS);
  await page.locator('summary', { hasText: 'Use another client' }).press('Enter');
  await storeClient(page, client);
  const begin = async (level: string) => {
    await page.getByLabel(level).check();
    await button(page, 'Connect').press('Enter');
    const link = page.getByRole('link', { name: 'Open the page of Google' });
    await link.waitFor();
    await isCount(page.locator('.typed-code'), 0);
    return (await link.getAttribute('href')) ?? '';
  };
  const denied = await begin('Backups, and reading');
  await fetch(google.oauth.approve(denied, owner, { deny: true }));
  await page.getByText('The connection was refused at Google. Nothing was connected.').waitFor();
  await isSound(page);
  await begin('Backups, and reading');
  await button(page, 'Cancel').press('Enter');
  await page.getByText('Not connected.', { exact: true }).waitFor();
  await page.getByLabel('Backups only').check();
  await page.getByLabel('Answer in this browser').check();
  await fetch(google.oauth.approve(await begin('Backups, reading and changing'), owner));
  await page
    .getByText('Connected as owner@example.com. Backups, reading and changing.', { exact: true })
    .waitFor();
  const allowed = page.getByRole('list', { name: 'What you have allowed' });
  await isCount(allowed.getByRole('listitem'), 4);
  await isSound(page);

  // A connection may wait beside one that is there.
  await page.locator('summary', { hasText: 'Connect again, or with another access' }).press('Enter');
  await eventually(async () =>
    expect(await page.getByLabel('Backups, reading and changing').isChecked()).toBe(true),
  );
  await begin('Backups, and reading');
  await isSound(page);
  await button(page, 'Cancel').press('Enter');
  // The connection that is there stays.
  const again = page.locator('summary', { hasText: 'Connect again, or with another access' });
  await again.press('Enter');
  await fetch(google.oauth.approve(await begin('Backups, and reading'), owner));
  await page.getByText('Connected as owner@example.com. Backups, and reading.', { exact: true }).waitFor();
  await button(page, 'Disconnect…').press('Enter');
  await button(page, 'Disconnect').press('Enter');
  await isFocused(title(page, 'Disconnected'));
});

it('sends the owner of a hosted instance to its host, and offers no uploads', async () => {
  const { baseUrl } = await shared.another({
    SVC_MANAGED_CONTROL_PLANE_URL: 'https://host.example',
    SVC_MANAGED_INSTANCE_ID: 'one',
    SVC_MANAGED_INSTANCE_SECRET: 'a-secret-of-the-host',
  });
  const page = await shared.open(SETTINGS, { at: baseUrl });
  const link = page.getByRole('link', { name: 'Connect at the host' });
  expect(await link.getAttribute('href')).toBe('https://host.example/google/start?instance=one');
  await page.getByText('Backups of this instance are not uploaded').waitFor();
  await isCount(page.getByRole('switch'), 0);
  await isSound(page);
});

/** Waits until so many are shown. */
async function expectCount(found: ReturnType<Page['locator']>, count: number): Promise<void> {
  await found.nth(count - 1).waitFor();
  await found.nth(count).waitFor({ state: 'detached' });
}
