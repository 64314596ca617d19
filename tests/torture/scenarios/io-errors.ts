// EIO from the system calls on one database, while everything else keeps working.
import { join } from 'node:path';
import type { Lab, Started } from '../lab.ts';
import { faultsAfter, stacksIn } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { ask, run, type Answer } from '../requests.ts';
import type { Scenario } from '../scenario.ts';
import { fileThread, watch } from '../strace.ts';
import { nothingSaid, OLD, prepare } from '../work.ts';

/** Writes and reads through each database; each write in `acknowledged` must be readable from then on. */
interface Store {
  readonly file: string;
  write(engine: Started, nth: number): Promise<Answer>;
  isThere(engine: Started, nth: number): Promise<boolean>;
  reads: readonly string[];
}

const line = (nth: number): string => `line number ${nth} of the status`;
const title = (nth: number): string => `thread number ${nth}`;

const stores: readonly Store[] = [
  {
    file: 'history.db',
    write: async (engine, nth) => {
      const created = await ask(engine, 'POST /api/sessions', {});
      if (created.status !== 201) return created;
      const { threadId } = JSON.parse(created.body) as { threadId: string };
      return await ask(engine, `PATCH /api/threads/${threadId}`, { title: title(nth) });
    },
    isThere: async (engine, nth) =>
      (await ask(engine, 'GET /api/threads?limit=200')).body.includes(`"${title(nth)}"`),
    reads: ['/api/threads', '/api/history/runs', '/api/history/stats'],
  },
  {
    file: 'memory.db',
    write: (engine, nth) => ask(engine, 'POST /api/memory/status/append', { text: line(nth) }),
    isThere: async (engine, nth) => {
      const { body } = await ask(engine, 'GET /api/memory/status');
      return (JSON.parse(body) as { content: string }).content.split('\n').includes(line(nth));
    },
    reads: ['/api/memory/status', '/api/memory/knowledge', '/api/memory/search?q=sky'],
  },
  {
    file: 'vault.db',
    write: (engine, nth) =>
      ask(engine, `PUT /api/secrets/KEY_${nth}`, { value: `value of ${nth}`, hosts: ['a.example'] }),
    isThere: async (engine, nth) => (await ask(engine, 'GET /api/secrets')).body.includes(`"KEY_${nth}"`),
    reads: ['/api/secrets', '/api/secrets/status'],
  },
];

interface Failing {
  readonly name: string;
  readonly calls: string;
  readonly threads: (pid: number) => readonly number[];
  /** Whether writes are refused while it lasts. Reads of pages that are in memory do not fail. */
  readonly refuses: 'some' | 'perhaps' | 'none';
}

const main = (pid: number): readonly number[] => [pid];

const FAILING: readonly Failing[] = [
  { name: 'pwrite64', calls: 'pwrite64', threads: main, refuses: 'some' },
  { name: 'pread64', calls: 'pread64', threads: main, refuses: 'perhaps' },
  // The engine then rewrites the log on the main thread.
  { name: 'sync of the log', calls: 'fdatasync', threads: (pid) => [fileThread(pid)], refuses: 'none' },
  {
    name: 'every sync',
    calls: 'fsync,fdatasync',
    threads: (pid) => [pid, fileThread(pid)],
    refuses: 'some',
  },
];
const WRITES = 6;

export const ioErrors: Scenario = {
  name: 'io-errors',
  promise: ['R8'],
  needs: ['strace'],
  run: async (lab) => {
    const broken: string[] = [];
    const figures: string[] = [];
    for (const store of stores)
      for (const failing of FAILING) {
        const { faults, refused } = await errorsOf(lab, store, failing);
        broken.push(...faults.map((fault) => `${store.file}, ${failing.name} fails: ${fault}`));
        figures.push(`${store.file} ${failing.name} ${refused}`);
      }
    return {
      did: `EIO from ${FAILING.length} kinds of calls on each of ${stores.length} databases: writes, reads, a run; then without errors, then after kill -9`,
      broken,
      figures: `answers of 500: ${figures.join(', ')}`,
    };
  },
};

async function errorsOf(lab: Lab, store: Store, { calls, threads, refuses }: Failing) {
  const dataDir = lab.fresh();
  const first = await lab.start(dataDir);
  await prepare(first);
  for (let nth = 0; nth < 40; nth += 1) await run(first, tasks.work(1));
  await first.stop();
  // With an empty page cache.
  const engine = await lab.start(dataDir);
  const acknowledged = new Set<number>();
  const faults: string[] = [];
  const write = async (nth: number): Promise<Answer> => {
    const answer = await store.write(engine, nth);
    if (answer.status < 300 && answer.status > 0) acknowledged.add(nth);
    return answer;
  };
  const lost = async (by: Started): Promise<string[]> => {
    const gone: string[] = [];
    for (const nth of acknowledged)
      if (!(await store.isThere(by, nth))) gone.push(`write ${nth} was acknowledged and is gone`);
    return gone;
  };
  const paths = ['', '-wal'].flatMap((suffix) => ['-P', join(dataDir, store.file + suffix)]);
  const inject = `inject=${calls}:error=EIO`;
  const watching = await watch(threads(engine.pid), ['-o', '/dev/null', ...paths, '-e', inject]);
  const answers: Answer[] = [];
  for (let nth = 1; nth <= WRITES; nth += 1) answers.push(await write(nth));
  for (const path of store.reads) answers.push(await ask(engine, `GET ${path}`));
  const during = await run(engine, tasks.work(1));
  await watching.letGo();
  const failed = answers.filter(({ status }) => status >= 300 || status === 0);
  faults.push(
    ...failed
      .filter(({ status, code }) => status !== 500 || code !== 'storage_error')
      .map(({ status, code }) => `answered with ${status} ${code}, not 500 storage_error`),
  );
  if (during.last !== 'done' && during.code !== 'storage_error')
    faults.push(`a run ended with ${during.status} ${during.last} ${during.code}`);

  faults.push(...(await lost(engine)));
  for (let nth = WRITES + 1; nth <= WRITES + 2; nth += 1) {
    const { status, code } = await write(nth);
    if (status >= 300 || status === 0) faults.push(`after the errors end, a write is ${status} ${code}`);
  }
  for (const path of store.reads) {
    const { status, code } = await ask(engine, `GET ${path}`);
    if (status !== 200) faults.push(`after the errors end, GET ${path} is ${status} ${code}`);
  }
  const after = await run(engine, tasks.answer);
  if (after.last !== 'done')
    faults.push(`after the errors end, a run ends with ${after.status} ${after.code}`);
  faults.push(...(await lost(engine)), ...stacksIn(engine.output.stderr));
  if (refuses === 'some' && failed.length === 0) faults.push('no write was refused');
  if (refuses === 'none' && failed.length > 0) faults.push(`${failed.length} writes were refused`);
  await engine.kill();

  const next = await lab.start(dataDir);
  faults.push(...(await lost(next)).map((fault) => `after kill -9: ${fault}`));
  await ask(next, 'PUT /api/memory/knowledge', { content: OLD.memory });
  await next.stop();
  faults.push(...(await faultsAfter(lab, dataDir, nothingSaid())).map((fault) => `at the end: ${fault}`));
  return { faults, refused: failed.length };
}
