// Kills the engine at its system calls while it uploads a backup, and lets the next one go on with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grant } from '../../../src/core/outside/cloud-account/model.ts';
import { startFakeGoogle, type FakeGoogle } from '../../servers/google/fake-google.ts';
import type { Started } from '../lab.ts';
import { faultsOnDisk } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { swept } from '../sweep.ts';

const CALLS = [
  'fsync',
  'fdatasync',
  'rename',
  'renameat',
  'openat',
  'pwrite64',
  'pread64',
  'write',
  'writev',
];
/** Of each thread, evenly spread; 200 in all with `POINTS=all`. */
const MOST = process.env['POINTS'] === 'all' ? 100 : 25;

const SCOPES = ['https://www.googleapis.com/auth/drive.file'];
const CLIENT = { id: 'torture', secret: 'torture-secret' } as const;

/** A drive of its own for each engine, and the way to it. */
async function vendor(): Promise<{ google: FakeGoogle; env: Record<string, string>; grant: Grant }> {
  const google = await startFakeGoogle();
  const owner = google.accounts.account('owner@example.com');
  const client = google.accounts.client(CLIENT);
  return {
    google,
    env: {
      SVC_GOOGLE_BASE_URL: google.url,
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
    },
    grant: {
      accessToken: google.oauth.accessToken(owner, client, SCOPES),
      refreshToken: google.oauth.refreshToken(owner, client, SCOPES),
      expiresAt: Date.now() + 3_600_000,
      scopes: ['drive.file'],
      client: 'own',
      clientId: client.id,
      mode: 'device',
      account: owner.email,
    },
  };
}

/** Connects the engine, as a login does. */
async function connect({ client }: Started, grant: Grant): Promise<void> {
  const value = JSON.stringify(grant);
  await client['secrets.put']({ params: { name: 'SVC_GOOGLE_GRANT' }, body: { value } });
  await client['google.reload']();
}

async function send({ client }: Started, id: string): Promise<void> {
  await client['backups.upload']({ params: { id } });
  const { events } = await client['backups.events']({ params: { id } });
  for await (const _event of events);
}

/** What is wrong once an engine has gone on: an upload that is not whole, and anything that is there twice. */
async function faultsIn(
  { client }: Started,
  id: string,
  google: FakeGoogle,
  dataDir: string,
): Promise<readonly string[]> {
  const params = { id };
  // An engine that died before it noted the upload had not promised it.
  const { upload: before } = await client['backups.get']({ params });
  if (before.status === 'skipped') await send({ client } as Started, id);
  for (let status = 'pending'; status === 'pending' || status === 'uploading';) {
    const { events } = await client['backups.events']({ params });
    for await (const _event of events);
    const { upload } = await client['backups.get']({ params });
    ({ status } = upload);
    if (status === 'failed' || status === 'skipped')
      return [`the upload is ${status}: ${upload.reasons.join(', ')} ${upload.problem ?? ''}`];
  }
  const [owner] = google.accounts.all.values();
  if (!owner) return ['there is no account'];
  const tree = google.tree(owner);
  const paths = tree.map(({ path }) => path);
  const broken: string[] = [];
  const twice = paths.filter((path, at) => paths.indexOf(path) !== at);
  if (twice.length > 0) broken.push(`twice in the drive: ${[...new Set(twice)].join(', ')}`);
  if (!paths.includes(`svc-backups/${id}/manifest.json`)) broken.push('the manifest is not there');
  const root = tree.find(({ path }) => path === 'svc-backups');
  if (readFileSync(join(dataDir, 'clouddrive-backup-root'), 'utf8').trim() !== root?.id)
    broken.push('another folder is remembered than there is');
  return broken;
}

export const uploadKills: Scenario = {
  name: 'upload-kills',
  promise: ['R41'],
  needs: ['strace'],
  run: async (lab) => {
    const fixture = lab.fresh();
    const first = await lab.start(fixture);
    await first.client['config.set']({ body: { backup_clouddrive: true } });
    const { backupId } = await first.client['backups.create']();
    const { events } = await first.client['backups.events']({ params: { id: backupId } });
    for await (const _event of events);
    await first.stop();
    const { kills, broken, figures } = await swept(lab, {
      calls: CALLS,
      most: MOST,
      begin: async () => {
        const dataDir = lab.copyOf(fixture);
        const { google, env, grant } = await vendor();
        const engine = await lab.start(dataDir, { env });
        await connect(engine, grant);
        return {
          engine,
          work: () => send(engine, backupId),
          faults: async () => {
            const next = await lab.start(dataDir, { env });
            const faults = await faultsIn(next, backupId, google, dataDir);
            await next.stop();
            return [...faults, ...faultsOnDisk(dataDir)];
          },
          end: async () => {
            await google.close();
            lab.remove(dataDir);
          },
        };
      },
    });
    return { did: `${kills} kills in uploads`, broken, figures: figures.join('; ') };
  },
};
