import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { attach } from '../../../src/adapters/in/cli/attach.ts';
import type { RestartableEngine } from '../../harness/restartable-engine.ts';
import { logical } from '../backups/logical.ts';

/** Opens an engine for a migration, as the terminal does. @returns the token */
export async function accepting(
  { running }: RestartableEngine,
  body: { readonly replace?: boolean } = {},
): Promise<string> {
  const { client, close } = attach(running.socket);
  try {
    return (await client['migration.accept']({ body })).token;
  } finally {
    await close();
  }
}

type Client = RestartableEngine['client'];
type Stream = Awaited<ReturnType<Client['migration.export']>>['events'];
type Event = Stream extends AsyncIterable<infer One> ? One : never;

/** Moves everything. @returns the last event, and the phases before it */
export async function moved(
  { client }: Pick<RestartableEngine, 'client'>,
  body: { readonly targetUrl: string; readonly migrationToken: string },
  onEvent: (event: Event) => void = () => undefined,
) {
  const { events } = await client['migration.export']({ body });
  const phases: string[] = [];
  let last: Event | null = null;
  for await (const event of events) {
    onEvent(event);
    last = event;
    if (event.type === 'progress' && phases.at(-1) !== event.data.phase) phases.push(event.data.phase);
  }
  return { last: last!, phases };
}

/** How moving everything ends: with `done`, or with the code of its error. */
export async function moveEnds(...given: Parameters<typeof moved>): Promise<string> {
  const { last } = await moved(...given);
  return last.type === 'error' ? last.data.code : last.type;
}

/** What moved is at the target as it is at the source. */
export async function expectMoved(from: RestartableEngine, to: RestartableEngine): Promise<void> {
  const big = ({ dataDir }: RestartableEngine) => readFileSync(join(dataDir, 'workspace/big.bin'));
  expect(big(to).equals(big(from))).toBe(true);
  const told = (engine: RestartableEngine) => logical({ ...engine, dataDir: '/nowhere' });
  expect(await told(to)).toEqual(await told(from));
}

/** A file that needs some chunks, and many small ones beside it. */
export function fillWorkspace({ dataDir }: Pick<RestartableEngine, 'dataDir'>, megabytes: number): void {
  const folder = join(dataDir, 'workspace');
  mkdirSync(join(folder, 'notes', 'empty'), { recursive: true });
  writeFileSync(join(folder, 'big.bin'), randomBytes(megabytes * 2 ** 20 + 7));
  for (let index = 0; index < 40; index += 1)
    writeFileSync(join(folder, 'notes', `${index}.md`), index === 0 ? '' : `# note ${index}`);
  writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
}
