import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnSvc } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, isCount, isFocused, runElsewhere } from './in-page.ts';

const shared = withBrowser(async () => {
  mkdirSync(join(dataDir, 'workspace'), { mode: 0o700 });
  return await demo(dataDir);
});
const dataDir = temporaryDir();
const file = (name: string) => join(dataDir, 'workspace', name);

/** Runs tasks in one thread, as another client. */
async function runsElsewhere(first: string, ...others: readonly string[]): Promise<string> {
  const { threadId } = await runElsewhere(shared.engine, first);
  for (const task of others) await runElsewhere(shared.engine, task, { threadId });
  return threadId;
}

it('marks the changed words of a run of another client, side by side', async () => {
  const name = 'words.md';
  writeFileSync(file(name), 'first line\nthe second line\nthird line\n');
  const threadId = await runsElsewhere(`edit ${name}: the second line -> the changed line`);
  const page = await shared.open(`/#/threads/${threadId}`);
  const diff = page.getByRole('group', { name: `Changes of ${name}` });
  await diff.locator('.half.removed mark', { hasText: 'second' }).waitFor();
  await diff.locator('.half.added mark', { hasText: 'changed' }).waitFor();
  await isSound(page);
  await page.getByLabel('Side by side').uncheck();
  await diff.locator('.line.removed', { hasText: 'the second line' }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('Side by side').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Keep all' }).click();
  await page.getByText('1 kept.').waitFor();
  expect(readFileSync(file(name), 'utf8')).toContain('the changed line');
});

verifies(
  'page.review',
  'keeps the selected files, undoes the rest, and says why one could not be undone',
  async () => {
    const threadId = await runsElsewhere('write one.txt: 1', 'write two.txt: 2', 'write three.txt: 3');
    appendFileSync(file('two.txt'), 'from outside\n');
    const page = await shared.open(`/#/threads/${threadId}`);
    const review = page.getByRole('region', { name: '3 changed files to review' });
    // It is said while the file is closed.
    const summary = review.locator('summary', { hasText: 'two.txt' });
    await summary.getByText('also changed by something other').waitFor();
    await isCount(review.getByText('also changed by something other'), 1);
    await review.getByLabel('Keep two.txt').press('Space');
    await review.getByLabel('Keep three.txt').press('Space');
    // The button does what the ticks say, and is named so.
    await isCount(review.getByRole('button', { name: 'Keep all' }), 0);
    await review.getByRole('button', { name: 'Keep 1, undo 2' }).press('Enter');
    const asks = page.getByRole('dialog');
    await asks.getByText('two.txt').waitFor();
    await isSound(page);
    await asks.getByRole('button', { name: 'Cancel' }).press('Enter');
    expect(readFileSync(file('three.txt'), 'utf8')).toBe('3');
    await review.getByRole('button', { name: 'Keep 1, undo 2' }).press('Enter');
    await asks.getByRole('button', { name: 'Undo for good' }).press('Enter');
    await page.getByText('1 kept, 1 undone, 1 could not be undone.').waitFor();
    await page.getByRole('region', { name: '1 changed file to review' }).locator('.failure').waitFor();
    expect(readFileSync(file('two.txt'), 'utf8')).toContain('from outside');
    expect(() => readFileSync(file('three.txt'))).toThrow('ENOENT');
    // What could not be undone is still unticked.
    await page.getByLabel('Keep two.txt').press('Space');
    await page
      .locator('.review fieldset[aria-busy="false"]')
      .getByRole('button', { name: 'Keep all' })
      .press('Enter');
    await page.getByText('1 kept.').waitFor();
  },
);

verifies(
  'page.review',
  'what was kept can be undone at once, and later under the deleted files; what it replaced, too',
  async () => {
    writeFileSync(file('late.md'), 'first');
    const threadId = await runsElsewhere('edit late.md: first -> second', 'write extra.md: new');
    const page = await shared.open(`/#/threads/${threadId}`);
    await page.getByRole('button', { name: 'Keep all' }).press('Enter');
    await page.getByText('2 kept.').waitFor();
    // What had the keyboard is gone; another Enter would not undo what it did.
    await isFocused(page.getByRole('region', { name: 'Reviewed changes' }));
    await isSound(page);
    await page.locator('.review').getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await page.getByText('The 2 files are as they were').waitFor();
    await isFocused(page.getByRole('region', { name: 'Reviewed changes' }));
    expect(readFileSync(file('late.md'), 'utf8')).toBe('first');
    expect(() => readFileSync(file('extra.md'))).toThrow('ENOENT');
    await isCount(page.locator('.review').getByRole('button', { name: 'Undo', exact: true }), 0);
    await page.goto(`${shared.engine.baseUrl}/#/files/:deleted`);
    await page.getByRole('article', { name: 'extra.md' }).waitFor();
    await isSound(page);
    await page.getByRole('button', { name: 'Replace the file with this version: late.md' }).press('Enter');
    await page.getByText('“late.md” is back.').waitFor();
    expect(readFileSync(file('late.md'), 'utf8')).toBe('second');
  },
);

verifies('page.review', 'asks before it undoes everything', async () => {
  const threadId = await runsElsewhere('write gone.txt: 1');
  const page = await shared.open(`/#/threads/${threadId}`);
  await page.getByRole('button', { name: 'Undo all' }).press('Enter');
  // It says what would be gone.
  await page.getByRole('dialog').getByText('gone.txt').waitFor();
  expect(readFileSync(file('gone.txt'), 'utf8')).toBe('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo for good' }).press('Enter');
  await page.getByText('1 undone.').waitFor();
  expect(() => readFileSync(file('gone.txt'))).toThrow('ENOENT');
});

it('leaves the changes of a conversation with it, and says once that another one is gone', async () => {
  const threadId = await runsElsewhere('write left.txt: 1');
  const page = await shared.open(`/#/threads/${threadId}`, { mayComplain: /status of 404/u });
  await page.getByRole('region', { name: '1 changed file to review' }).waitFor();
  await page.evaluate("location.hash = '#/threads/gone'");
  await page.locator('.composer').getByText('No thread has this id').waitFor();
  await page.locator('.review').waitFor({ state: 'detached' });
  await isCount(page.getByText('No thread has this id'), 1);
});

it('shows an added file in one column, beside a changed one in two', async () => {
  writeFileSync(file('old.md'), 'one\ntwo\n');
  const threadId = await runsElsewhere('edit old.md: two -> three', 'write new.md: hello');
  const page = await shared.open(`/#/threads/${threadId}`);
  const review = page.getByRole('region', { name: '2 changed files to review' });
  await review.waitFor();
  await eventually(async () => expect(await page.getByLabel('Side by side').isChecked()).toBe(true));
  for (const name of ['old.md', 'new.md']) {
    const details = review.locator('details', { has: page.locator('code', { hasText: name }) });
    if (!(await details.evaluate((element) => element.hasAttribute('open'))))
      await details.locator('summary').click();
  }
  await page.getByRole('group', { name: 'Changes of old.md' }).locator('.half.added').waitFor();
  const added = page.getByRole('group', { name: 'Changes of new.md' });
  await added.locator('.line.added', { hasText: 'hello' }).waitFor();
  await isCount(added.locator('.half'), 0);
});

it('stays quick with a large diff, and draws its lines as they are reached', async () => {
  const lines = Array.from({ length: 5_000 }, (_, nth) => `line ${nth}`).join('\n');
  const threadId = await runsElsewhere(`write large.txt: ${lines}`);
  const page = await shared.open(`/#/threads/${threadId}`);
  const diff = page.getByRole('group', { name: 'Changes of large.txt' });
  await diff.locator('.line').first().waitFor();
  await eventually(async () => expect(await diff.locator('.line').count()).toBeLessThanOrEqual(400));
  await diff.evaluate((element) => {
    element.scrollIntoView({ block: 'end' });
    element.scrollTo(0, element.scrollHeight);
  });
  await diff.getByText('line 250', { exact: true }).waitFor();
});

it('shows in the open page what the terminal reviewed', async () => {
  const threadId = await runsElsewhere('write there.txt: hello');
  const page = await shared.open(`/#/threads/${threadId}`);
  await page.getByText('1 changed file to review', { exact: true }).waitFor();
  const { code } = await spawnSvc(['changes', 'keep', threadId], { SVC_DATA_DIR: dataDir }).finished;
  expect(code).toBe(0);
  await page.getByRole('region', { name: 'to review' }).waitFor({ state: 'detached' });
});

verifies('page.review', 'undoes one part of a file, and the rest waits', async () => {
  const name = 'parts.md';
  const lines = Array.from({ length: 30 }, (_, n) => `line ${n} `);
  writeFileSync(file(name), lines.join('\n'));
  const threadId = await runsElsewhere(`edit ${name}: line 3  -> early `, `edit ${name}: line 27  -> late `);
  const page = await shared.open(`/#/threads/${threadId}`);
  const undo = page.getByRole('button', { name: 'Undo this part' });
  await isCount(undo, 2);
  await isSound(page);
  // Each stands above the part that it undoes.
  await isCount(page.locator('.diff .gap:has(button) + .line', { hasText: 'line 0' }), 1);
  await undo.first().click();
  await page.getByText('The part was undone.').waitFor();
  await isCount(undo, 0);
  expect(readFileSync(file(name), 'utf8')).toContain('line 3');
  expect(readFileSync(file(name), 'utf8')).toContain('late');
  // What was undone before counts, too.
  await page.getByRole('button', { name: 'Keep all' }).click();
  await page.getByText('1 kept, 1 part undone before.').waitFor();
});

verifies('page.review', 'tells what was changed last in a new file, and undoes a part of it', async () => {
  const text = Array.from({ length: 20 }, (_, n) => `line ${n}.`).join(' / ');
  const threadId = await runsElsewhere(`write fresh.md: ${text}`, 'edit fresh.md: line 3. -> line three.');
  const page = await shared.open(`/#/threads/${threadId}`);
  const last = page.getByRole('button', { name: 'What was changed last' });
  await last.and(page.locator('[aria-pressed="true"]')).waitFor();
  await isSound(page);
  await page.getByRole('button', { name: 'All that waits for review' }).click();
  await isCount(page.getByRole('button', { name: 'Undo this part' }), 0);
  await last.click();
  await page.getByRole('button', { name: 'Undo this part' }).click();
  await page.getByText('The part was undone.').waitFor();
  expect(readFileSync(file('fresh.md'), 'utf8')).toBe(text);
  await page.getByRole('button', { name: 'Keep all' }).click();
  await page.getByText('1 kept, 1 part undone before.').waitFor();
});
