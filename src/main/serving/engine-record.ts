import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atomicWrite } from '../../adapters/out/files/atomic-write.ts';
import type { WriteGate } from '../../core/kernel/write-gate.ts';

/** Tells other processes of this machine how to reach the engine of a data directory. */
export interface EngineRecord {
  readonly pid: number;
  readonly version: string;
  /** The private socket; it speaks the contract's rows over HTTP. */
  readonly socket: string;
  readonly startedAt: string;
  /** Where its page is on this machine; null where it has no port there. */
  readonly page: string | null;
  /** Set while it belongs to what another program has started: what that is. */
  readonly servesHosts: Transport | null;
}

/** Tools over pipes to one agent host, or over HTTP to any number of them; or what one editor speaks to. */
export type Transport = 'pipes' | 'http' | 'editor';

const fileIn = (dataDir: string): string => join(dataDir, 'engine.json');

export async function writeEngineRecord(
  dataDir: string,
  record: EngineRecord,
  gate: WriteGate,
): Promise<void> {
  await gate.pass(() => atomicWrite(fileIn(dataDir), `${JSON.stringify(record, null, 2)}\n`));
}

/** Null if it does not exist or cannot be read: then there is no engine to attach to. */
export function readEngineRecord(dataDir: string): EngineRecord | null {
  try {
    const record = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<EngineRecord> | null;
    const { pid, socket, version = '', startedAt = '', page = null, servesHosts = null } = record ?? {};
    return typeof pid === 'number' && typeof socket === 'string'
      ? { pid, socket, version, startedAt, page, servesHosts }
      : null;
  } catch {
    return null;
  }
}

/** A folder of that name is renamed, not removed: the engine did not make it. */
export function removeEngineRecord(dataDir: string): void {
  const file = fileIn(dataDir);
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory())
    renameSync(file, `${file}.corrupt-${randomUUID()}`);
  else rmSync(file, { force: true });
}
