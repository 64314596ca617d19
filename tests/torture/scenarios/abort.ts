// Stops runs at random moments, in several ways, and reviews their changes at once.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import { Random } from '../../harness/disk/random.ts';
import { startWebServer } from '../../servers/web-server.ts';
import type { Started } from '../lab.ts';
import { faultsOnDisk, stacksIn } from '../oracle.ts';
import { MESSED, tasks } from '../provider.ts';
import { ask, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const ABORTS = Number(process.env['ABORTS'] ?? 200);
/** An abort must free the thread within this time; the rest is the review itself. */
const FREE_MS = 2_000;
const SEED = Number(process.env['ABORT_SEED'] ?? 1);

/** What the owner does at that moment. Each way ends with a review or with the thread deleted. */
const WAYS = [
  'rollback',
  'accept',
  'partial',
  'delete-session',
  'delete-thread-undo',
  'delete-thread-keep',
] as const;

export const abort: Scenario = {
  name: 'abort',
  promise: ['R24', 'R29'],
  needs: [],
  run: async (lab) => {
    const random = new Random(SEED);
    const search = await startWebServer((_, response) => {
      setTimeout(() => response.end('{"results":[]}'), random.next() * 100);
    });
    const dataDir = lab.fresh();
    const env = { SVC_SEARXNG_URL: `http://127.0.0.1:${search.port}` };
    const engine = await lab.start(dataDir, { env });
    const broken: string[] = [];
    // The time of an undisturbed run; aborts are spread over it.
    prepare(dataDir);
    const startedAt = performance.now();
    const undisturbed = await run(engine, tasks.mess);
    const longestMs = performance.now() - startedAt;
    if (undisturbed.last !== 'done') broken.push(`an undisturbed run ends with ${undisturbed.last}`);
    await ask(engine, `DELETE /api/threads/${undisturbed.threadId}?changes=keep`);
    const counts = { inFlight: 0, failed: 0 };
    let longestFreeMs = 0;
    for (let nth = 0; nth < ABORTS; nth += 1) {
      const way = WAYS[nth % WAYS.length] ?? 'rollback';
      const afterMs = random.next() * longestMs;
      prepare(dataDir);
      const one = await stopped(engine, way, afterMs);
      longestFreeMs = Math.max(longestFreeMs, one.freeMs);
      counts.inFlight += Number(one.wasInFlight);
      counts.failed += one.waiting.length;
      const faults = [...one.faults, ...faultsIn(dataDir, one.waiting, way)];
      broken.push(...faults.map((fault) => `no. ${nth}, ${way} after ${Math.round(afterMs)} ms: ${fault}`));
      if (one.sessionId !== null) await ask(engine, `DELETE /api/sessions/${one.sessionId}`);
      if (one.threadId !== null) await ask(engine, `DELETE /api/threads/${one.threadId}?changes=keep`);
      // What was there before changes were kept is among the deleted files; nothing else may have a copy.
      const { deletedFiles } = await engine.client['deletedFiles.list']({ query: { limit: 200 } });
      for (const { deletedFileId: id } of deletedFiles)
        await engine.client['deletedFiles.purge']({ params: { id } });
      const left = copiesIn(dataDir);
      if (left.length > 0) broken.push(`no. ${nth}, ${way}: ${left.length} copies outlive their thread`);
    }
    if (longestFreeMs > FREE_MS)
      broken.push(`a thread was blocked for ${Math.round(longestFreeMs)} ms after its abort`);
    const code = await engine.stop();
    await search.close();
    broken.push(...(code === 0 ? [] : [`stopped with ${code}`]), ...stacksIn(engine.output.stderr));
    broken.push(...faultsOnDisk(dataDir));
    return {
      did: `${ABORTS} aborts of file tools, searches and sub-agents, each followed at once by a review or deletion (seed ${SEED})`,
      broken,
      figures: `${counts.inFlight} runs of ${Math.round(longestMs)} ms were in flight; free after at most ${Math.round(longestFreeMs)} ms; ${counts.failed} files stayed pending`,
    };
  },
};

interface Stopped {
  readonly sessionId: string | null;
  readonly threadId: string | null;
  readonly wasInFlight: boolean;
  /** From the abort until the thread accepts new work. */
  readonly freeMs: number;
  /** Paths that still wait for review, according to the engine. */
  readonly waiting: readonly string[];
  readonly faults: readonly string[];
}

/** Starts a run, stops it after `afterMs`, and returns the result. */
async function stopped(engine: Started, way: (typeof WAYS)[number], afterMs: number): Promise<Stopped> {
  const { sessionId, threadId } = await engine.client['sessions.create']({ body: {} });
  const running = ask(engine, `POST /api/sessions/${sessionId}/run`, { task: tasks.mess });
  await sleep(afterMs);
  const startedAt = performance.now();
  const faults: string[] = [];
  if (way === 'delete-thread-keep' || way === 'delete-thread-undo') {
    const changes = way === 'delete-thread-keep' ? 'keep' : 'undo';
    const { status, body } = await ask(engine, `DELETE /api/threads/${threadId}?changes=${changes}`);
    if (status !== 204) faults.push(`the deletion is ${status}: ${body}`);
    await running;
    return { sessionId: null, threadId: null, wasInFlight: true, freeMs: 0, waiting: [], faults };
  }
  if (way === 'delete-session') {
    const { status } = await ask(engine, `DELETE /api/sessions/${sessionId}`);
    if (status !== 204) faults.push(`the deletion is ${status}`);
    await running;
    const again = await engine.client['sessions.create']({ body: { threadId } });
    const reviewed = await review(engine, again.sessionId, 'rollback');
    faults.push(...reviewed.faults);
    return { ...reviewed, sessionId: again.sessionId, threadId, wasInFlight: true, freeMs: 0, faults };
  }
  const { status } = await ask(engine, `POST /api/sessions/${sessionId}/abort`);
  const reviewed = await review(engine, sessionId, way);
  const freeMs = performance.now() - startedAt;
  await running;
  faults.push(...reviewed.faults);
  const { runs } = await engine.client['history.runs']({ query: { sessionId } });
  if (runs.some((run) => run.status === 'running')) faults.push('a run has no end');
  return { ...reviewed, sessionId, threadId, wasInFlight: status === 202, freeMs, faults };
}

/** Retries the review until the run has ended, like an impatient owner. */
async function review(
  engine: Started,
  sessionId: string,
  action: 'rollback' | 'accept' | 'partial',
): Promise<Pick<Stopped, 'waiting' | 'faults'>> {
  for (;;) {
    const set = await engine.client['changesets.get']({ params: { id: sessionId } });
    // While the run is in progress `pending` may still be false, so call the review itself.
    const paths = set.files.map(({ path }) => path);
    const named = action === 'partial' ? { rolledBackFiles: paths } : {};
    const body = { action, runId: set.runId ?? '', ...named };
    const {
      status,
      code,
      body: said,
    } = await ask(engine, `POST /api/sessions/${sessionId}/changeset/review`, body);
    if (code === 'run_in_progress' || code === 'changeset_run_stale' || code === 'not_in_changeset') continue;
    // The changeset was created between the two requests.
    if (code === 'changeset_run_required') {
      const { pending } = await engine.client['changesets.get']({ params: { id: sessionId } });
      if (pending) continue;
      return { waiting: [], faults: [] };
    }
    const left = await engine.client['changesets.get']({ params: { id: sessionId } });
    const waiting = left.files.map(({ path }) => path);
    const isHandled = status === 200 || code === 'no_changeset';
    return { waiting, faults: isHandled ? [] : [`the review is ${status}: ${said}`] };
  }
}

function prepare(dataDir: string): void {
  const root = join(dataDir, 'workspace');
  rmSync(root, { recursive: true, force: true });
  for (const [path, [before]] of Object.entries(MESSED)) {
    if (before === null) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), before);
  }
}

/** Every file has its old or new content, as `way` requires, or waits for review. */
function faultsIn(
  dataDir: string,
  waiting: readonly string[],
  way: (typeof WAYS)[number],
): readonly string[] {
  const root = join(dataDir, 'workspace');
  const isUndone =
    way === 'rollback' || way === 'partial' || way === 'delete-session' || way === 'delete-thread-undo';
  const faults = Object.entries(MESSED).flatMap(([path, [before, after]]) => {
    if (waiting.includes(path)) return [];
    const file = join(root, path);
    const now = existsSync(file) ? readFileSync(file, 'utf8') : null;
    if (now === before || (!isUndone && now === after)) return [];
    return [`${path} is ${now === after ? 'changed' : now === null ? 'gone' : `"${now.slice(0, 20)}"`}`];
  });
  const unfinished = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return [
    ...faults,
    ...unfinished.filter((name) => name.includes(temporaryPrefix)).map((name) => `${name} is left`),
  ];
}

const copiesIn = (dataDir: string): readonly string[] => {
  const folder = join(dataDir, 'changesets');
  return existsSync(folder) ? readdirSync(folder) : [];
};
