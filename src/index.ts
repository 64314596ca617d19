#!/usr/bin/env node
// The launcher: the file that is started, under whatever Node is at hand. It must parse on Node 20
// and import only node: built-ins; the engine itself needs Node 22.19 and is loaded after the check.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const windows = process.platform === 'win32';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 19)) {
  nodeModule.enableCompileCache(
    fileURLToPath(new URL('../node_modules/.cache/svc-compile', import.meta.url)),
  );
  const { main } = await import('./main/main.ts');
  await main(process.argv.slice(2), new URL('./', import.meta.url));
} else {
  const bundled = fileURLToPath(
    new URL(`../config/node/node_modules/.bin/${windows ? 'node.cmd' : 'node'}`, import.meta.url),
  );
  if (!existsSync(bundled) || process.env['SVC_BOOT'] === '1') {
    process.stderr.write(
      `svc needs Node 22.19 or newer, and this is ${process.version}: run "make setup" to fetch one, or install a newer Node.\n`,
    );
    process.exit(78);
  }
  const child = spawn(bundled, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SVC_BOOT: '1' },
    shell: windows,
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  // A terminal sends its Ctrl-C to both, and a second one would end the engine before it has stopped.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
