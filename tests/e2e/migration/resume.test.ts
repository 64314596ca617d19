import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { around } from '../../../src/core/kernel/around.ts';
import { refuseStorage } from '../../../src/core/kernel/storage-refusals.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { fill, logical } from '../backups/logical.ts';
import { keyOf } from './mischief.ts';
import { accepting, fillWorkspace, moved } from './moving.ts';
import { relayTo, type Answered, type Relay } from './relay.ts';

let source: RestartableEngine;
let relay: Relay;
beforeEach(async () => {
  source = await started();
  await fill(source, 'MOVED');
  // Three chunks.
  fillWorkspace(source, 9);
});

const cut: Answered = { status: 409, headers: {}, body: Buffer.from('{"code":"migration_not_empty"}') };

/** What the disk has of an engine that is killed now. */
function remains({ dataDir }: RestartableEngine): string {
  const copy = join(temporaryDir(), 'data');
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

async function expectMoved(from: RestartableEngine, to: RestartableEngine): Promise<void> {
  const big = ({ dataDir }: RestartableEngine) => readFileSync(join(dataDir, 'workspace/big.bin'));
  expect(big(to).equals(big(from))).toBe(true);
  const told = (engine: RestartableEngine) => logical({ ...engine, dataDir: '/nowhere' });
  expect(await told(to)).toEqual(await told(from));
}

/** Moves until the message of this kind and position, where `meanwhile` happens and the link is cut for good. */
async function until(target: RestartableEngine, position: string, meanwhile: () => void) {
  relay = await relayTo(target.baseUrl);
  const migrationToken = await accepting(target);
  let isCut = false;
  relay.mischief = async (passing, forward) => {
    if (!isCut && keyOf(passing).startsWith(`POST /api/migration/${position}`)) {
      isCut = true;
      meanwhile();
    }
    return isCut ? cut : await forward();
  };
  const { last } = await moved(source, { targetUrl: relay.url, migrationToken });
  expect(last).toMatchObject({ type: 'error', data: { code: 'migration_not_empty' } });
  relay.mischief = async (_passing, forward) => await forward();
  return migrationToken;
}

verifies(
  'migration.resume',
  'goes on at the chunk that is missing when the target was stopped in between',
  async () => {
    const first = await started();
    const migrationToken = await until(first, 'chunk 2', () => undefined);
    await first.stop();
    const target = await started({ dataDir: first.dataDir });
    relay.to(target.baseUrl);
    const before = relay.seen.length;
    const { last } = await moved(source, { targetUrl: relay.url, migrationToken });
    expect(last).toMatchObject({ type: 'done' });
    const chunks = relay.seen
      .slice(before)
      .map(keyOf)
      .filter((key) => key.includes('chunk'));
    expect(chunks[0]).toBe('POST /api/migration/chunk 2');
    await expectMoved(source, target);
  },
);

describe('a kill', () => {
  // `make torture` kills either of them at its calls to the disk.
  const places = ['manifest', 'chunk 2', 'restore'];
  test.each(places)('of the target before %s', async (position) => {
    const first = await started();
    let left = '';
    const migrationToken = await until(first, position, () => (left = remains(first)));
    const target = await started({ dataDir: left });
    relay.to(target.baseUrl);
    expect((await moved(source, { targetUrl: relay.url, migrationToken })).last).toMatchObject({
      type: 'done',
    });
    await expectMoved(source, target);
  });

  test.each(places)('of the source before %s', async (position) => {
    const target = await started();
    let left = '';
    const migrationToken = await until(target, position, () => (left = remains(source)));
    const second = await started({ dataDir: left });
    const before = relay.seen.length;
    expect((await moved(second, { targetUrl: relay.url, migrationToken })).last).toMatchObject({
      type: 'done',
    });
    // The copy that was made before is sent: nothing arrives twice.
    const again = relay.seen.slice(before).map(keyOf);
    if (position === 'chunk 2') expect(again).not.toContain('POST /api/migration/chunk 1');
    await expectMoved(source, target);
  });
});

verifies(
  'migration.resume',
  'tells a sender that was killed during the restore what became of it',
  async () => {
    const target = await started();
    relay = await relayTo(target.baseUrl);
    const migrationToken = await accepting(target);
    let left = '';
    relay.mischief = async (passing, forward) => {
      const answer = await forward();
      if (passing.path.endsWith('restore') && left === '') left = remains(source);
      return answer;
    };
    const body = { targetUrl: relay.url, migrationToken };
    expect((await moved(source, body)).last).toMatchObject({ type: 'done' });
    const second = await started({ dataDir: left });
    const before = relay.seen.length;
    const { last } = await moved(second, body);
    expect(last).toMatchObject({ type: 'done', data: { verification: { secrets: 1 } } });
    expect(relay.seen.slice(before).some(({ path }) => path.endsWith('chunk'))).toBe(false);
  },
);

verifies(
  'migration.space',
  'a disk that is full ends it with words for its owner; with space it goes on',
  async () => {
    let isFull = false;
    const target = await started({
      incoming: (files) =>
        around(files, {
          write: async (slices, chunk) => {
            if (isFull && slices.some(({ path }) => path === 'workspace/big.bin'))
              throw refuseStorage.disk_full();
            await files.write(slices, chunk);
          },
        }),
    });
    relay = await relayTo(target.baseUrl);
    const body = { targetUrl: relay.url, migrationToken: await accepting(target) };
    isFull = true;
    const { last } = await moved(source, body);
    expect(last).toMatchObject({ type: 'error', data: { code: 'migration_space' } });
    isFull = false;
    expect((await moved(source, body)).last).toMatchObject({ type: 'done' });
    await expectMoved(source, target);
  },
);
