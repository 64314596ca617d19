import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { DiskOutgoing } from '../../../src/adapters/out/files/migration/disk-outgoing.ts';
import { ThreadCipher } from '../../../src/adapters/out/system/chunk-cipher.ts';
import { Layout } from '../../../src/core/keeping/migration/layout.ts';
import { migrationLimits } from '../../../src/core/keeping/migration/limits.ts';
import { sealedBytes } from '../../../src/core/keeping/migration/session-keys.ts';
import type { TargetSession } from '../../../src/core/keeping/migration/target-session.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { closedAfterwards } from '../../harness/afterwards.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { fill, logical } from '../backups/logical.ts';
import { until } from '../http/wire.ts';
import { provenTo, sessionFor } from './liar.ts';
import { accepting, fillWorkspace, moved } from './moving.ts';
import { strandedCopy } from './stranded-copy.ts';

const never = new AbortController().signal;

/** Someone who knows the token and has a copy whose manifest is right; what follows is not. */
async function hostileSource() {
  const source = await startRestartable();
  await fill(source, 'MOVED');
  fillWorkspace(source, 5);
  const target = await startRestartable();
  const { migrationToken, manifest } = await strandedCopy(source, target);
  const text = JSON.stringify(manifest);
  const layout = new Layout(manifest);
  const outgoing = new DiskOutgoing({ dataDir: source.dataDir });
  const cipher = new ThreadCipher();
  const close = closedAfterwards(async () => {
    await outgoing.close();
    await cipher.close();
  });
  const begun = async (): Promise<TargetSession> => {
    const session = await sessionFor(target.baseUrl, migrationToken, text);
    await session.manifest(text, never);
    return session;
  };
  /** A chunk that opens: its content, or as `change` makes it, of this length. */
  const chunk = async (
    session: TargetSession,
    position: number,
    change: (content: Uint8Array) => void = () => undefined,
    length = layout.sizeOf(position),
  ): Promise<Uint8Array> => {
    const buffer = cipher.buffer(sealedBytes(migrationLimits.chunkBytes));
    await outgoing.read(layout.slicesOf(position), buffer);
    change(buffer);
    return await session.seal(cipher, position, position === layout.chunkCount - 1, buffer, length);
  };
  return { source, target, migrationToken, text, layout, begun, chunk, close };
}

const codeOf = async (asked: Promise<unknown>): Promise<string> =>
  await asked.then(
    () => 'taken',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  );

const untouched = async (target: RestartableEngine): Promise<void> =>
  expect(await logical(target)).toMatchObject({ threads: [], entries: [], secrets: [], files: [] });

verifies(
  'migration.lies',
  'refuses chunks of other lengths and at other places, and goes on with right ones',
  async () => {
    const { target, layout, begun, chunk } = await hostileSource();
    const session = await begun();
    const right = await chunk(session, 0);
    const short = await chunk(session, 0, undefined, layout.sizeOf(0) - 1);
    for (const [what, body] of [
      ['shorter, and it opens', short],
      ['cut', right.subarray(0, right.length - 1)],
      ['longer', Buffer.concat([right, Buffer.from('x')])],
      ['empty', new Uint8Array()],
      ['the tag alone', right.subarray(-16)],
    ] as const)
      expect([what, await codeOf(session.chunk(0, body, never))]).toEqual([what, 'migration_altered']);
    for (const position of [-1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, Number.NaN, Infinity])
      expect([position, await codeOf(session.chunk(position, right, never))]).toEqual([
        position,
        expect.stringMatching(/^migration_(?:altered|target_refused)$/u),
      ]);
    expect(await codeOf(session.restore(null, never))).toBe('migration_incomplete');
    expect(await session.chunk(0, await chunk(session, 0), never)).toBe(1);
    await untouched(target);
  },
);

verifies('migration.lies', 'what is sent twice in two ways counts once, and takes over nothing', async () => {
  const { source, target, layout, begun, chunk, migrationToken } = await hostileSource();
  const spoilt = (content: Uint8Array) => void (content[5_000] = content[5_000]! ^ 1);
  const first = await begun();
  expect(await first.chunk(0, await chunk(first, 0, spoilt), never)).toBe(1);
  // The same session with the right content, and another one.
  expect(await first.chunk(0, await chunk(first, 0), never)).toBe(1);
  const second = await begun();
  for (let position = 0; position < layout.chunkCount; position += 1)
    await second.chunk(position, await chunk(second, position), never);
  const { key } = await source.client['vault.key']();
  for (;;) {
    const { status } = await second.restore(key ?? null, never);
    if (status === 'failed') break;
    expect(['checking', 'restoring']).toContain(status);
  }
  await untouched(target);
  // What had arrived is gone, and comes again.
  expect((await moved(source, { targetUrl: target.baseUrl, migrationToken })).last).toMatchObject({
    type: 'done',
  });
});

/** A request whose body has begun and never ends. @returns the status of its answer, or why there is none */
function endless(
  target: RestartableEngine,
  path: string,
  headers: Readonly<Record<string, string>>,
): { readonly sent: ClientRequest; readonly status: Promise<number | string> } {
  const sent = request(new URL(path, target.baseUrl), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
  });
  const status = new Promise<number | string>((resolve) => {
    sent.once('response', (answer: IncomingMessage) => resolve(answer.statusCode ?? 0));
    sent.once('error', (error) => resolve(error.message));
  });
  sent.write('x');
  return { sent, status };
}

verifies(
  'migration.accepted-only',
  'a body that never ends holds up neither the owner nor another session',
  async () => {
    const { target, migrationToken, text } = await hostileSource();
    const drip = async (token: string) => {
      const { sessionId } = await provenTo(target.baseUrl, token, text);
      const going = endless(target, '/api/migration/manifest', { 'svc-migration-session': sessionId });
      await until('it is being read', async () => going.sent.socket?.bytesWritten !== 0);
      return going;
    };
    // Another session takes its place.
    const first = await drip(migrationToken);
    const session = await sessionFor(target.baseUrl, migrationToken, text);
    expect(await first.status).toBe(410);
    expect(await session.manifest(text, never)).toBe(0);
    // Its owner accepts another one, and closes it.
    const second = await drip(migrationToken);
    const token = await accepting(target);
    expect(await second.status).toBe(410);
    const third = await drip(token);
    await target.client['migration.stop']();
    expect(await third.status).toBe(410);
    for (const { sent } of [first, second, third]) sent.destroy();
    expect(existsSync(join(target.dataDir, 'migration-incoming'))).toBe(false);
    expect((await fetch(`${target.baseUrl}/api/migration/handshake`)).status).toBe(404);
    await untouched(target);
  },
);
