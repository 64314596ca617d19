import { spawn } from 'node:child_process';
import { converse, newSession, untilHealthy } from './client.ts';
import { Lab } from './lab.ts';
import { taskFor, type Script } from './script.ts';
import { messages } from './wires/messages.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
const script: Script = { does: 'say', chunks: 1, pauseMs: 5 };
const lab = new Lab(undefined, { hasSlowDisk: false });
const provider = await lab.provider();
const dir = mkdtempSync('/tmp/zzdata-');
writeFileSync(dir + '/config.json', '{"memory_extraction":false}', { mode: 0o600 });
const child = spawn(
  process.execPath,
  ['--cpu-prof', '--cpu-prof-interval=100', '--cpu-prof-dir=/tmp/prof', 'dist/index.js', '--http-api'],
  {
    stdio: 'inherit',
    env: { ...process.env, SVC_DATA_DIR: dir, SVC_HTTP_PORT: '39111', ...messages.env(provider.url) },
  },
);
await untilHealthy('http://127.0.0.1:39111');
await new Promise((r) => setTimeout(r, 1500));
const run = await newSession('http://127.0.0.1:39111');
const t = await converse(run, { task: taskFor(script) });
console.log(t.firstTextMs);
await new Promise((r) => setTimeout(r, 500));
child.kill('SIGTERM');
await new Promise((r) => child.on('exit', r));
await provider.stop();
process.exit(0);
