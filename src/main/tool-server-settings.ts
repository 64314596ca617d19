import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkSettings, port, variablesIn, type Environment, type PortSettings } from './http-settings.ts';

/** Of the tool server, and of the engine's side of it. Whether it listens beyond loopback depends on its secret. */
export interface ToolServerSettings extends Omit<PortSettings, 'host'> {
  /** SVC_MCP_SECRET; null: the one in the vault, if there is one. */
  readonly secret: string | null;
  /** The folder of mcp-runs.json. */
  readonly stateDir: string;
  /** Whether the operator named that folder, so that a link may lead to it. */
  readonly isStateDirGiven: boolean;
  /** The folder with the files that hosts send with their tasks. */
  readonly filesDir: string;
  /** Adds what the official conformance suite calls. */
  readonly fixtures: boolean;
}

/** As the specification names it. */
const FILES_DIR = process.platform === 'win32' ? join(tmpdir(), 'svc-files') : '/tmp/svc-files';

/** @throws UnusableSetup */
export function toolServerSettings(
  env: Environment,
  secret: string | null,
  startDir: string,
): ToolServerSettings {
  const { get } = variablesIn(env);
  const stateDir = get('SVC_MCP_STATE_DIR');
  return {
    ...checkSettings(env),
    port: port('SVC_MCP_PORT', get('SVC_MCP_PORT') ?? '3042'),
    secret,
    stateDir: resolve(startDir, stateDir ?? '.svc'),
    isStateDirGiven: stateDir !== null,
    filesDir: FILES_DIR,
    fixtures: get('SVC_TEST_MCP_FIXTURES') === '1',
  };
}

/** Stands in that index for the engine of a data directory, which exists once an engine was reached. */
export const ownerOf = (dataDir: string): string =>
  createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);

/** The index of runs that hosts and their tools may read; the engine never does. */
export const runsFileIn = (stateDir: string): string => join(stateDir, 'mcp-runs.json');
