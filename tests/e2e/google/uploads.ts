// What the tests of uploads share: a vendor, and an engine that is connected to it and stopped after each test.
import { connect, engineAt, startVendor, uploaded, type Vendor } from '../../harness/google.ts';
import { type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';

export let vendor: Vendor;
export let engine: TestEngine;

export async function start(options: TestEngineOptions = {}): Promise<void> {
  vendor = await startVendor();
  engine = await engineAt(vendor, options);
}

/** The same, connected, with uploads switched on. */
export async function startOn(options: TestEngineOptions = {}): Promise<void> {
  await start(options);
  await connect(engine, vendor);
  await switchOn();
}

/** Starts an engine anew on a directory, at the same vendor. */
export async function startAgain(dataDir: string): Promise<void> {
  engine = await engineAt(vendor, { dataDir });
}

export const switchOn = (isOn = true) => engine.client['config.set']({ body: { backup_clouddrive: isOn } });

interface Progress {
  readonly phase: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** Makes a backup, and follows it and its upload to the end. */
export async function made({ client }: TestEngine = engine) {
  const { backupId } = await client['backups.create']();
  const progress: Progress[] = [];
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const event of events) if (event.type === 'progress') progress.push(event.data);
  await uploaded(engine);
  return { progress, backup: await client['backups.get']({ params: { id: backupId } }) };
}

export const paths = () => vendor.google.tree(vendor.owner).map(({ path }) => path);
/** What was sent to the drive's API. */
export const sent = () => vendor.google.calls.filter(({ host }) => host === 'www.googleapis.com');
