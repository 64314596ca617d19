// What any erasure of a file has to do, and nothing else: zeros over its content, synced, and its name removed. Prints the
// milliseconds.
import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
const zeros = Buffer.alloc(2 ** 20);
const startedAt = performance.now();
const { size } = statSync(file);
const handle = openSync(file, 'r+');
for (let at = 0; at < size; at += zeros.length)
  writeSync(handle, zeros, 0, Math.min(zeros.length, size - at), at);
fsyncSync(handle);
closeSync(handle);
rmSync(file);
process.stdout.write(String(performance.now() - startedAt));
