import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as jsonOf, buffer as bytesOf } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { migrationCrypto } from '../../../src/adapters/out/system/migration-crypto.ts';
import { nodeCrypto } from '../../../src/adapters/out/system/node-crypto.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { Handshakes, type Completion, type Proven } from '../../../src/core/keeping/migration/handshakes.ts';
import { sealedAnswer, tokenKey, type Message } from '../../../src/core/keeping/migration/session-keys.ts';
import { closedAfterwards } from '../../harness/afterwards.ts';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { fill, logical } from '../backups/logical.ts';
import { until } from '../http/wire.ts';
import { moved } from './moving.ts';

const crypto = { ...nodeCrypto, ...migrationCrypto };
const TOKEN = 'token-of-the-host-0123456789abcdefghij';

/** What it answers to a message, sealed; or what it does with the connection instead. */
type Lie = (kind: Message['kind'], position: number) => unknown;

/** An engine that knows the token, and answers as it likes. */
async function hostileTarget(lie: Lie): Promise<string> {
  const handshakes = new Handshakes({ crypto, clock: systemClock });
  const acceptance = { ...tokenKey(TOKEN, crypto), expiresAt: null, replace: true, restoring: null };
  let proven: Proven | null = null;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const kind = request.url?.split('/').at(-1) ?? '';
    if (kind === 'handshake' && request.method === 'GET')
      return void response.end(JSON.stringify(handshakes.begin()));
    if (kind === 'handshake') {
      proven = await handshakes.completed((await jsonOf(request)) as Completion, acceptance);
      return void response.end(JSON.stringify({ proof: proven.proof }));
    }
    await bytesOf(request);
    const position = Number(request.headers['svc-migration-chunk'] ?? 0);
    const said = lie(kind as Message['kind'], position);
    if (typeof said === 'function') return void said(response);
    const message = { kind: kind as Message['kind'], position };
    response.end(JSON.stringify({ sealed: sealedAnswer(proven!.keys, message, said, crypto) }));
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closedAfterwards(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const VERIFIED = {
  databases: [],
  files: 1,
  secrets: 1,
  totalBytes: 1,
  workspace: 'included',
  skipped: 0,
  copiedAt: 0,
  safetyBackupId: 'x',
};
const ended = { status: 'completed', doneBytes: 1, totalBytes: 1, problems: [], verification: VERIFIED };

/** Takes all that it should. */
const restores =
  (state: unknown): Lie =>
  (kind, position) =>
    kind === 'restore' ? state : { next: kind === 'chunk' ? position + 1 : 0 };

const LIES: readonly (readonly [Lie, string])[] = [
  [() => ({ next: -1 }), 'migration_altered'],
  [() => ({ next: Number.MAX_SAFE_INTEGER }), 'migration_altered'],
  [() => ({ next: 0 }), 'migration_out_of_order'],
  [restores({ ...ended, status: 'failed', problems: null }), 'migration_altered'],
  [restores({ ...ended, verification: { ...VERIFIED, copiedAt: 1e300 } }), 'migration_altered'],
];

verifies(
  'migration.lies',
  'a target that answers what no engine does ends the migration with a reason',
  async () => {
    await Promise.all(
      LIES.map(async ([lie, code]) => {
        const source = await startRestartable();
        await fill(source, 'MOVED');
        const before = await logical(source);
        const { last } = await moved(source, { targetUrl: await hostileTarget(lie), migrationToken: TOKEN });
        expect(last).toMatchObject({ type: 'error', data: { code } });
        expect(await logical(source)).toEqual(before);
      }),
    );
  },
);

const endless = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (response.write(' '.repeat(64 * 1024)));
    response.once('drain', more);
  };
  more();
};

verifies(
  'migration.lies',
  'an endless answer is cut, and one that never ends is stopped with the migration',
  async () => {
    const source = await startRestartable();
    await fill(source, 'MOVED');
    let times = 0;
    const url = await hostileTarget(() => {
      times += 1;
      return times > 1 ? (response: ServerResponse) => void response.write('{') : endless;
    });
    const moving = moved(source, { targetUrl: url, migrationToken: TOKEN });
    await until('it is asked again', () => times > 1);
    await source.client['migration.stop']();
    expect((await moving).last).toMatchObject({ type: 'error', data: { code: 'migration_stopped' } });
  },
);
