import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { isLostConnection } from '../../adapters/in/cli/attach.ts';
import { EditorAgent } from '../../adapters/in/faces/acp/agent.ts';
import { lineStream } from '../../adapters/in/faces/acp/stream.ts';
import { LineReader } from '../../adapters/in/mcp/stdio/line-reader.ts';
import type { Platform } from '../platform.ts';
import type { Settings } from '../settings.ts';
import type { EngineLink } from './engine-link.ts';
import { readEngineRecord } from './engine-record.ts';

export interface EditorParts {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly link: EngineLink;
}

/** One editor, at the other end of two pipes. */
export function editorOverPipes(
  { settings, platform, link }: EditorParts,
  input: Readable,
  write: (text: string) => Promise<void>,
): { readonly closed: Promise<void>; close(): Promise<void> } {
  const { dataDir, workspaceDir, projectDir } = settings;
  const { version, log } = platform;
  const agent = new EditorAgent(
    {
      engine: link.client,
      isLostConnection,
      page: () => readEngineRecord(dataDir)?.page ?? null,
      absolute: (_tool, path) => resolve(workspaceDir, path),
      folder: projectDir,
      version,
      log,
    },
    lineStream({ input, write, lines: (mostBytes, onLine) => new LineReader(mostBytes, onLine) }),
  );
  // Runs in an engine that others use go on without the editor; one of our own ends with it.
  const closed = agent.closed.then(async () => await agent.close((await link.isOwn()) === true));
  return {
    closed,
    close: async () => {
      agent.stop();
      await closed;
    },
  };
}
