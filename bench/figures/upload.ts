import { statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { residentMb } from '../resident-memory.ts';
import { ratio } from '../series.ts';
import { useData } from '../used-data.ts';

const BYTES = 500e6;
const PART = 8 * 2 ** 20;

export const upload: Figure = {
  name: 'upload',
  onlyByName: true,
  summary:
    'Sending a backup of 500 MB to a fake drive on this machine until its checksums were compared, and what memory the engine gains; bare: a resumable upload of the same files in parts of the same size, and nothing else',
  async *series(lab) {
    const dataDir = await lab.seeded('half-gigabyte', async (folder) => {
      await useData(folder, {
        threads: 1_500,
        messagesPerThread: 40,
        eventsPerThread: 150,
        messageChars: 8_000,
      });
      const { size } = statSync(join(folder, 'history.db'));
      if (size < BYTES) throw new Error(`the history is only ${Math.round(size / 1e6)} MB`);
    });
    const drive = await lab.google();
    const api = `${drive.url}/www.googleapis.com`;
    const authorization = `Bearer ${drive.grant.accessToken}`;
    const engine = await lab.built(dataDir, {
      env: {
        SVC_GOOGLE_BASE_URL: drive.url,
        GOOGLE_CLIENT_ID: 'bench',
        GOOGLE_CLIENT_SECRET: 'bench-secret',
      },
    });
    const ask = async (path: string, method: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`${engine.url}/api/${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text.startsWith('{') ? JSON.parse(text) : text;
    };
    const { backupId } = (await ask('backups', 'POST')) as { backupId: string };
    await ask(`backups/${backupId}/events`, 'GET');
    await ask('secrets/SVC_GOOGLE_GRANT', 'PUT', { value: JSON.stringify(drive.grant) });
    await ask('google/reload', 'POST');
    await ask('config', 'PUT', { backup_clouddrive: true });
    const folder = join(dataDir, 'backups', backupId);

    /** Nothing of an earlier round is there. */
    async function emptied(): Promise<void> {
      const q = encodeURIComponent("'me' in owners and mimeType = 'application/vnd.google-apps.folder'");
      const list = await fetch(`${api}/drive/v3/files?q=${q}&fields=files(id)`, {
        headers: { authorization },
      });
      const { files } = (await list.json()) as { files: { id: string }[] };
      for (const { id } of files)
        await fetch(`${api}/drive/v3/files/${id}`, { method: 'DELETE', headers: { authorization } });
    }

    async function sent(): Promise<readonly number[]> {
      await emptied();
      const before = residentMb(engine.pid);
      let [most, isOver] = [before, false];
      const watching = (async () => {
        while (!isOver) {
          most = Math.max(most, residentMb(engine.pid));
          await sleep(20);
        }
      })();
      const startedAt = performance.now();
      await ask(`backups/${backupId}/upload`, 'POST');
      await ask(`backups/${backupId}/events`, 'GET');
      const tookMs = performance.now() - startedAt;
      isOver = true;
      await watching;
      const { upload: state } = (await ask(`backups/${backupId}`, 'GET')) as { upload: { status: string } };
      if (state.status !== 'complete') throw new Error(`the upload is ${JSON.stringify(state)}`);
      return [tookMs, most - before];
    }

    yield {
      rows: [
        { what: 'upload of 500 MB, checksums compared', unit: 'ms', bounds: [ratio.atMost(1.42)] },
        { what: 'upload, memory gained', unit: 'MB', bounds: [{ of: 'engine', atMost: 80 }] },
      ],
      rounds: { warmUp: 1, counted: 5 },
      engine: sent,
      bare: async () => {
        await emptied();
        const startedAt = performance.now();
        for (const name of await filesIn(folder))
          await resumable(join(folder, name), name, api, authorization);
        return [performance.now() - startedAt, NaN];
      },
    };
    await engine.stop();
    await drive.stop();
  },
};

async function filesIn(folder: string): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function resumable(path: string, name: string, api: string, authorization: string): Promise<void> {
  const { size } = statSync(path);
  const begun = await fetch(`${api}/upload/drive/v3/files?uploadType=resumable`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'x-upload-content-length': String(size) },
    body: JSON.stringify({ name }),
  });
  const session = (begun.headers.get('location') ?? '').replace('https://', `${new URL(api).origin}/`);
  const file = await open(path);
  try {
    for (let at = 0; at < size; at += PART) {
      const part = Buffer.alloc(Math.min(PART, size - at));
      await file.read(part, 0, part.length, at);
      const answer = await fetch(session, {
        method: 'PUT',
        headers: { authorization, 'content-range': `bytes ${at}-${at + part.length - 1}/${size}` },
        body: part,
      });
      await answer.text();
      if (answer.status >= 400) throw new Error(`the bare upload failed with ${answer.status}`);
    }
  } finally {
    await file.close();
  }
}
