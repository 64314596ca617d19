import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import { useData } from '../used-data.ts';
import { watched } from '../watched.ts';

/** SVC_BENCH_EXPORT_THREADS makes it smaller. */
const THREADS = Number(process.env['SVC_BENCH_EXPORT_THREADS'] ?? 3_000);

export const exported: Figure = {
  name: 'export',
  onlyByName: true,
  summary:
    'Sending everything of 1 GB as one JSON document, what memory the engine gains, and the longest that a health check waits meanwhile; bare: reading the files of the databases and nothing else',
  async *series(lab) {
    const dataDir = await lab.seeded(`export-${THREADS}`, async (folder) => {
      await useData(folder, {
        threads: THREADS,
        messagesPerThread: 40,
        eventsPerThread: 150,
        messageChars: 8_000,
      });
    });
    const engine = await lab.built(dataDir, {});
    const databases = readdirSync(dataDir).filter((name) => name.endsWith('.db') && name !== 'lock.db');
    const bytes = databases.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);

    async function sent(): Promise<readonly number[]> {
      const watch = await watched(engine);
      const startedAt = performance.now();
      const answer = await fetch(`${engine.url}/api/export`);
      let [received, end] = [0, ''];
      const decoder = new TextDecoder();
      for await (const piece of answer.body ?? []) {
        received += piece.length;
        end = `${end}${decoder.decode(piece.subarray(-32))}`.slice(-32);
      }
      const tookMs = performance.now() - startedAt;
      const { longestMs, gainedMb } = await watch();
      if (!/"complete":true\}\s*$/u.test(end))
        throw new Error(`the export ends with ${end} after ${received} bytes`);
      return [tookMs, gainedMb, longestMs];
    }

    yield {
      rows: [
        { what: `export of ${Math.round(bytes / 1e6)} MB`, unit: 'ms', bounds: [] },
        { what: 'export, memory gained', unit: 'MB', bounds: [{ of: 'engine', atMost: 60 }] },
        {
          what: 'export, longest wait of a health check',
          unit: 'ms',
          bounds: [{ of: 'engine', atMost: 50 }],
        },
      ],
      rounds: { warmUp: 1, counted: 3 },
      engine: sent,
      bare: async () => {
        const startedAt = performance.now();
        for (const name of databases)
          for await (const piece of createReadStream(join(dataDir, name))) void piece;
        return [performance.now() - startedAt, NaN, NaN];
      },
    };
    await engine.stop();
  },
};
