import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { around } from '../../../src/core/kernel/around.ts';
import { refuseStorage } from '../../../src/core/kernel/storage-refusals.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { fill } from '../backups/logical.ts';
import { keyOf } from './mischief.ts';
import { accepting, expectMoved, fillWorkspace, moved, moveEnds } from './moving.ts';
import { NOT_EMPTY, relayTo, type Relay } from './relay.ts';

let source: RestartableEngine;
let relay: Relay;
beforeEach(async () => {
  source = await started();
  await fill(source, 'MOVED');
  // Three chunks.
  fillWorkspace(source, 9);
});

/** What the disk has of an engine that is killed now. */
function remains({ dataDir }: RestartableEngine): string {
  const copy = join(temporaryDir(), 'data');
  cpSync(dataDir, copy, { recursive: true });
  return copy;
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
    return isCut ? NOT_EMPTY : await forward();
  };
  expect(await moveEnds(source, { targetUrl: relay.url, migrationToken })).toBe('migration_not_empty');
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
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken })).toBe('done');
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
    expect(await moveEnds(source, { targetUrl: relay.url, migrationToken })).toBe('done');
    await expectMoved(source, target);
  });

  test.each(places)('of the source before %s', async (position) => {
    const target = await started();
    let left = '';
    const migrationToken = await until(target, position, () => (left = remains(source)));
    const second = await started({ dataDir: left });
    const before = relay.seen.length;
    expect(await moveEnds(second, { targetUrl: relay.url, migrationToken })).toBe('done');
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
    expect(await moveEnds(source, body)).toBe('done');
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
    expect(await moveEnds(source, body)).toBe('migration_space');
    isFull = false;
    expect(await moveEnds(source, body)).toBe('done');
    await expectMoved(source, target);
  },
);
