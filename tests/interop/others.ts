import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnSvc, type Spawned } from '../harness/spawned-engine.ts';
import { until } from '../e2e/http/wire.ts';

/** A program of `tests/interop/package.json`. */
export const program = (name: string): string =>
  fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));

export const launcher = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** Runs a program of `tests/interop/package.json` in this folder. */
export async function others(
  name: 'conformance' | 'mcp-inspector',
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [program(name), ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, MCP_CATALOG_PATH: `${cwd}/catalogue.json` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

/** The built tool server over HTTP, once it listens. */
export async function listening(env: Record<string, string>): Promise<Spawned & { readonly origin: string }> {
  const spawned = spawnSvc(['--mcp-server', '--transport', 'sse', '--demo'], {
    SVC_MCP_PORT: '0',
    SVC_MCP_STATE_DIR: temporaryDir(),
    ...env,
  });
  const origin = () => /listening on (http:\/\/\S+?)\/mcp/u.exec(spawned.output.stderr)?.[1] ?? '';
  await until('it listens', () => origin() !== '' || spawned.process.exitCode !== null);
  return { ...spawned, origin: origin() };
}
