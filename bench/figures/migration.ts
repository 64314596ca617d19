import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { attach } from '../../src/adapters/in/cli/attach.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { watched } from '../watched.ts';
import { ratio } from '../series.ts';

/** A smaller one tries the figure itself. */
const MB = Number(process.env['BENCH_MIGRATION_MB'] ?? 1_000);
const bareProgram = fileURLToPath(new URL('../bare/migration.ts', import.meta.url));

export const migration: Figure = {
  name: 'migration',
  onlyByName: true,
  summary:
    'Moving 1 GB to an empty engine on this machine: its way there, from the first chunk to the last one on disk (bare: the same file over a socket to another process, sealed with the same cipher, and synced); all of it until the other engine serves; the longest wait of /health and the memory gained on each side',
  async *series(lab) {
    const dataDir = lab.folder('migration-source');
    const file = join(dataDir, 'workspace', 'big.bin');
    mkdirSync(join(dataDir, 'workspace'), { recursive: true });
    const output = openSync(file, 'w');
    for (let done = 0; done < MB; done += 1) writeSync(output, randomBytes(1_000_000));
    closeSync(output);
    const source = await lab.built(dataDir);
    const bareTarget = join(lab.folder('bare-migration'), 'copy');
    let round = 0;
    yield {
      rows: [
        // 0.6 of the speed of a bare copy.
        {
          what: 'migration of 1 GB, from the first chunk to the last',
          unit: 'ms',
          bounds: [ratio.atMost(1 / 0.6)],
        },
        { what: 'migration, until the other engine serves', unit: 'ms', bounds: [] },
        {
          what: 'migration, longest wait of /health where it is sent',
          unit: 'ms',
          bounds: [{ of: 'engine', atMost: 50 }],
        },
        {
          what: 'migration, longest wait of /health where it arrives',
          unit: 'ms',
          bounds: [{ of: 'engine', atMost: 50 }],
        },
        {
          what: 'migration, memory gained where it is sent',
          unit: 'MB',
          bounds: [{ of: 'engine', atMost: 60 }],
        },
        {
          what: 'migration, memory gained where it arrives',
          unit: 'MB',
          bounds: [{ of: 'engine', atMost: 60 }],
        },
      ],
      rounds: { warmUp: 1, counted: 5 },
      engine: async () => {
        round += 1;
        const targetDir = lab.folder(`migration-target-${round}`);
        const target = await lab.built(targetDir);
        try {
          return await moved(source, target, targetDir);
        } finally {
          await target.stop();
          rmSync(targetDir, { recursive: true, force: true });
        }
      },
      bare: async () => {
        const { stdout } = await promisify(execFile)(process.execPath, [bareProgram, file, bareTarget]);
        return [Number(stdout), NaN, NaN, NaN, NaN, NaN];
      },
    };
    await source.stop();
  },
};

async function moved(source: Server, target: Server, targetDir: string): Promise<readonly number[]> {
  const record = join(targetDir, 'engine.json');
  // It is written after the port answers.
  while (!existsSync(record)) await sleep(5);
  const { socket } = JSON.parse(readFileSync(record, 'utf8')) as { socket: string };
  const { client, close } = attach(socket);
  const { token } = await client['migration.accept']({ body: {} });
  await close();
  const watches = [await watched(source), await watched(target)] as const;
  const startedAt = performance.now();
  const answer = await fetch(`${source.url}/api/migration/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ targetUrl: target.url, migrationToken: token }),
  });
  let text = '';
  let [sendingAt, restoringAt] = [0, 0];
  let arriving: Awaited<ReturnType<(typeof watches)[1]>> | null = null;
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(piece);
    if (sendingAt === 0 && text.includes('"phase":"sending"')) sendingAt = performance.now();
    if (restoringAt === 0 && text.includes('"phase":"restoring"')) {
      restoringAt = performance.now();
      // From here on it is checked in another process, and the engine restarts.
      arriving = await watches[1]();
    }
  }
  const wholeMs = performance.now() - startedAt;
  const sending = await watches[0]();
  if (!text.includes('event: done') || arriving === null)
    throw new Error(`nothing has moved: ${text.slice(-500)}`);
  return [
    restoringAt - sendingAt,
    wholeMs,
    sending.longestMs,
    arriving.longestMs,
    sending.gainedMb,
    arriving.gainedMb,
  ];
}
