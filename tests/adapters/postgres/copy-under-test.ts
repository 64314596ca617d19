/**
 * Copies a storage and kills itself at a moment: `node copy-under-test.ts <data dir> <url> <schema> <to> <nth>`, at the nth time
 * that it tells how far it is; with 0 it completes. It prints how often it told.
 */
import { copyStorage, type StorageCopy } from '../../../src/main/storage-copy/copy-storage.ts';
import { databases, make } from './copied-storages.ts';

const [dataDir = '', url = '', schema = '', to = '', nth = ''] = process.argv.slice(2);
let moments = 0;
await copyStorage({
  to: to as StorageCopy['to'],
  dataDir,
  place: { url, schema },
  databases,
  make,
  hold: async () => async () => undefined,
  onProgress: () => {
    moments += 1;
    // Takes effect before this thread's next instruction.
    if (moments === Number(nth)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(String(moments));
