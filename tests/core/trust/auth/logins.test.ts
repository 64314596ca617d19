import { expect } from '@jest/globals';
import { keyedHash } from '../../../../src/adapters/out/system/keyed-hash.ts';
import { randomToken } from '../../../../src/adapters/out/system/random-token.ts';
import { loginLimits } from '../../../../src/core/trust/auth/limits.ts';
import { LoginService } from '../../../../src/core/trust/auth/logins.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { MemoryTokenFile } from '../../../doubles/memory-token-file.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { verifies } from '../../../spec/verifies.ts';

const { unusedMs, recordedEveryMs, most } = loginLimits;
const TOKEN = 'the-token';

async function loginsOver(file = new MemoryTokenFile(), clock = new ManualClock()) {
  const log = new RecordingLog();
  const learned: string[] = [];
  const knownSecrets = { learn: (values: readonly string[]) => void learned.push(...values) };
  const deps = { file, clock, log, knownSecrets, mint: randomToken, keyedHash };
  const logins = new LoginService(deps);
  await logins.load();
  const isOpen = async (value: string, token = TOKEN) => (await logins.use(value, token)).isOpen;
  return { logins, isOpen, file, clock, log, learned };
}
const kept = (file: MemoryTokenFile): string => (file.content.found === 'text' ? file.content.text : '');

verifies('auth.login.kept', 'a login survives a restart, and the file has only its hash', async () => {
  const { logins, file, clock, learned } = await loginsOver();
  const value = await logins.open(TOKEN);
  expect(value).toMatch(/^[\w-]{43}$/u);
  expect(learned).toEqual([value]);
  expect(kept(file)).not.toContain(value);
  expect(kept(file)).not.toContain(TOKEN);
  const again = await loginsOver(file, clock);
  expect(await again.isOpen(value)).toBe(true);
  const [hash = ''] = /[\w-]{43}/u.exec(kept(file)) ?? [];
  for (const other of [hash, '', 'x', value.slice(1), `${value}x`, value.toUpperCase()])
    expect(await again.isOpen(other)).toBe(false);
});

verifies('auth.login.ends', 'it ends with the token, and is open with the old one', async () => {
  const { logins, isOpen } = await loginsOver();
  const value = await logins.open(TOKEN);
  expect([await isOpen(value, 'another'), await isOpen(value)]).toEqual([false, true]);
});

verifies('auth.login.ends', 'it ends after 30 days without use, and a use is stored once a day', async () => {
  const { logins, isOpen, file, clock } = await loginsOver();
  const value = await logins.open(TOKEN);
  expect(await logins.use(value, TOKEN)).toEqual({ isOpen: true, isRenewed: false });
  expect(file.writes).toBe(1);
  for (let day = 1; day <= 40; day += 1) {
    clock.jump(recordedEveryMs);
    expect(await logins.use(value, TOKEN)).toEqual({ isOpen: true, isRenewed: true });
    expect(await logins.use(value, TOKEN)).toEqual({ isOpen: true, isRenewed: false });
  }
  expect(file.writes).toBe(41);
  clock.jump(unusedMs);
  const again = await loginsOver(file, clock);
  expect(await again.isOpen(value)).toBe(true);
  clock.jump(unusedMs + 1);
  expect([await isOpen(value), await again.isOpen(value)]).toEqual([false, false]);
});

verifies('auth.login.ends', 'a clock set back ends none, and keeps none open for longer', async () => {
  const { logins, isOpen, clock } = await loginsOver();
  clock.jump(400 * recordedEveryMs);
  const value = await logins.open(TOKEN);
  clock.jump(-400 * recordedEveryMs);
  expect(await isOpen(value)).toBe(true);
  clock.jump(unusedMs + 1);
  expect(await isOpen(value)).toBe(false);
});

verifies('auth.login.ends', 'ending one leaves the others, at once and after a restart', async () => {
  const { logins, isOpen, file, clock } = await loginsOver();
  const [one, other] = [await logins.open(TOKEN), await logins.open(TOKEN)];
  file.isFull = true;
  await expect(logins.end(one, TOKEN)).rejects.toMatchObject({ code: 'disk_full' });
  expect([await isOpen(one), await isOpen(other)]).toEqual([false, true]);
  file.isFull = false;
  const third = await logins.open(TOKEN);
  await logins.end(third, TOKEN);
  await logins.end(third, TOKEN);
  const again = await loginsOver(file, clock);
  expect([await again.isOpen(one), await again.isOpen(other), await again.isOpen(third)]).toEqual([
    false,
    true,
    false,
  ]);
});

verifies('auth.login.kept', 'a full disk opens none, and a use that cannot be stored counts', async () => {
  const { logins, isOpen, file, clock, log } = await loginsOver();
  const value = await logins.open(TOKEN);
  file.isFull = true;
  await expect(logins.open(TOKEN)).rejects.toMatchObject({ code: 'disk_full' });
  clock.jump(recordedEveryMs);
  expect(await isOpen(value)).toBe(true);
  expect(log.events('warn')).toEqual(['the use of a login could not be stored']);
});

verifies('auth.login.kept', 'beyond the limit the one that was not used for longest ends', async () => {
  const { logins, isOpen, clock } = await loginsOver();
  const values: string[] = [];
  for (let nth = 0; nth < most; nth += 1) {
    clock.jump(1_000);
    values.push(await logins.open(TOKEN));
  }
  clock.jump(recordedEveryMs);
  expect(await isOpen(values[0] ?? '')).toBe(true);
  const last = await logins.open(TOKEN);
  const open = await Promise.all([values[0], values[1], values[2], last].map((value = '') => isOpen(value)));
  expect(open).toEqual([true, false, true, true]);
});

verifies('auth.login.kept', 'an invalid file is set aside, and a failing disk is not replaced', async () => {
  const hash = 'h'.repeat(43);
  const at = '2026-01-01T00:00:00.000Z';
  const texts = [
    '',
    '{',
    '[]',
    'null',
    '{"logins":{}}',
    '{"logins":[null]}',
    '{"logins":[7]}',
    `{"logins":[{"hash":"${hash}","openedAt":"never","lastUsedAt":"${at}"}]}`,
    `{"logins":[{"hash":"short","openedAt":"${at}","lastUsedAt":"${at}"}]}`,
  ];
  for (const content of [
    ...texts.map((text) => ({ found: 'text', text }) as const),
    { found: 'obstacle', obstacle: 'folder' },
    { found: 'obstacle', obstacle: 'not_allowed' },
  ] as const) {
    const file = new MemoryTokenFile();
    file.content = content;
    const { logins, isOpen, log } = await loginsOver(file);
    expect([[...file.aside.values()], log.events('warn').length]).toEqual([[content], 1]);
    expect(await isOpen(await logins.open(TOKEN))).toBe(true);
  }
  const file = new MemoryTokenFile();
  file.content = { found: 'obstacle', obstacle: 'failed' };
  const { logins } = await loginsOver(file);
  await expect(logins.open(TOKEN)).rejects.toMatchObject({ code: 'storage_error' });
  expect(file.writes).toBe(0);
});
