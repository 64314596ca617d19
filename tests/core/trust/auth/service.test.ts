import { expect, test } from '@jest/globals';
import { AuthService } from '../../../../src/core/trust/auth/service.ts';
import type { FileRead } from '../../../../src/core/ports/file-read.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { MemoryTokenFile } from '../../../doubles/memory-token-file.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { verifies } from '../../../spec/verifies.ts';

const tokenNo = (count: number): string => `${count}`.padStart(43, 'T');

function authOver(file = new MemoryTokenFile(), given: string | null = null) {
  const [clock, log] = [new ManualClock(), new RecordingLog()];
  const learned: string[] = [];
  const knownSecrets = {
    learn: (values: readonly string[]) => void learned.push(...values),
    values: () => learned,
  };
  let minted = 0;
  const mint = () => tokenNo((minted += 1));
  const auth = new AuthService({ file, mint, given, knownSecrets, clock, log });
  return { auth, file, clock, log, learned, minted: () => minted };
}

verifies(
  'auth.token',
  'the first call makes the token, later and concurrent calls get the same one',
  async () => {
    const { auth, file, clock, minted } = authOver();
    await auth.load();
    expect([auth.generated, file.writes]).toEqual([null, 0]);
    const createdAt = clock.now();
    const both = await Promise.all([auth.token(), auth.token()]);
    clock.jump(5_000);
    for (const token of [...both, await auth.token()])
      expect(token).toEqual({ token: tokenNo(1), createdAt });
    expect([auth.generated, file.writes, minted()]).toEqual([tokenNo(1), 1, 1]);

    const again = authOver(file);
    await again.auth.load();
    expect(again.auth.generated).toBe(tokenNo(1));
    expect(await again.auth.token()).toEqual({ token: tokenNo(1), createdAt });
    expect(again.minted()).toBe(0);
  },
);

verifies('auth.token', 'a token from the environment is the only one, and none is made', async () => {
  const { auth, file } = authOver(new MemoryTokenFile(), 'given');
  await auth.load();
  expect(await auth.token()).toEqual({ token: 'given', createdAt: null });
  expect([auth.generated, file.writes]).toEqual([null, 0]);
});

verifies(
  'auth.token.unseen',
  'the token is registered as a secret before it is written or returned',
  async () => {
    const { auth, learned, log, file } = authOver();
    file.isFull = true;
    await expect(auth.token()).rejects.toMatchObject({ code: 'disk_full' });
    expect(learned).toContain(tokenNo(1));
    expect(auth.generated).toBeNull();
    file.isFull = false;
    expect(await auth.token()).toMatchObject({ token: tokenNo(2) });
    expect(JSON.stringify(log.lines)).not.toMatch(/TTT/u);
    const again = authOver(file);
    await again.auth.load();
    expect(again.learned).toContain(tokenNo(2));
  },
);

const text = (content: string): FileRead => ({ found: 'text', text: content });
const good = JSON.stringify({ token: tokenNo(7), createdAt: '2026-01-01T00:00:00.000Z' });

verifies(
  'auth.token.file',
  'an invalid token file is set aside with one line, and a new token is made',
  async () => {
    const corrupt: readonly FileRead[] = [
      text(''),
      text(good.slice(0, -5)),
      text('null'),
      text('[]'),
      text('"x"'),
      text('{"token":5,"createdAt":"2026-01-01T00:00:00Z"}'),
      text(good.replace('TTT', 'T T')),
      text(good.replace(tokenNo(7), 'short')),
      text(good.replace('2026-01-01', 'never')),
      text(good.replace('createdAt', 'madeAt')),
      { found: 'obstacle', obstacle: 'too_large' },
      { found: 'obstacle', obstacle: 'no_text' },
      { found: 'obstacle', obstacle: 'folder' },
      { found: 'obstacle', obstacle: 'dangling_link' },
      { found: 'obstacle', obstacle: 'not_allowed' },
      { found: 'obstacle', obstacle: 'no_file' },
    ];
    for (const content of corrupt) {
      const { auth, file, log } = authOver();
      file.content = content;
      await auth.load();
      expect([...file.aside]).toEqual([['corrupt-20260101T000000000Z', content]]);
      expect(log.events('warn')).toHaveLength(1);
      expect(await auth.token()).toMatchObject({ token: tokenNo(1) });
      expect(log.events('warn')).toHaveLength(1);
    }
  },
);

test('a failing disk neither stops the start nor lets the file be replaced', async () => {
  const { auth, file, log } = authOver();
  file.content = { found: 'obstacle', obstacle: 'failed' };
  await auth.load();
  expect(log.events('warn')).toEqual(['token.json cannot be read']);
  await expect(auth.token()).rejects.toMatchObject({ code: 'storage_error' });
  expect([file.aside.size, file.writes]).toEqual([0, 0]);
  file.content = text(good);
  expect(await auth.token()).toMatchObject({ token: tokenNo(7) });
});
