// Mixed work for some minutes, 2 unless SOAK_MINUTES says otherwise; checks that reads stay fast and that nothing grows.
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs } from '../../../bench/cpu.ts';
import { startToolServer, type Host } from '../hosts.ts';
import { ahead, descriptorsOf, logMbIn, residentMb, type Started } from '../lab.ts';
import { faultsOnDisk, stacksIn, temporaryFiles } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { readSteadily } from '../reader.ts';
import { ask, percentile, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 2);
const WORKERS = 4;
const HOSTS = 12;
const IDLE_STREAMS = 50;
const READS_PER_SECOND = 200;
const PAUSE_MS = 250;
const SAMPLE_MS = 2_000;

const SLOWEST_READ_MS = 100;
const LONGEST_GAP_MS = 200;
const MOST_MB = 600;
/** Allowed growth from the third quarter to the last: more is a leak, not a late garbage collection. */
const MOST_GROWTH = { share: 0.1, mb: 15 };
const MOST_LOG_MB = 64;
const MOST_DESCRIPTORS_MORE = 40;

interface Sample {
  readonly mb: number;
  readonly descriptors: number;
  readonly logMb: number;
}

interface Counted {
  idle: number;
  runs: number;
  ofHosts: number;
  writes: number;
  readonly errors: string[];
}

export const soak: Scenario = {
  name: 'soak',
  promise: ['R47', 'R48'],
  proves: ['promise.load'],
  needs: ['proc'],
  run: async (lab) => {
    const dataDir = lab.fresh();
    const engine = await lab.start(dataDir, { under: ahead });
    const counted: Counted = { idle: 0, runs: 0, ofHosts: 0, writes: 0, errors: [] };
    const toolServer = await startToolServer(dataDir, lab.environment);
    const hosts = await Promise.all(Array.from({ length: HOSTS }, () => toolServer.host()));
    const until = performance.now() + MINUTES * 60_000;
    const isOver = () => performance.now() > until;
    const idle = await Promise.all(
      Array.from({ length: IDLE_STREAMS }, () => idleStream(engine, isOver, counted)),
    );
    await ask(engine, 'GET /api/metrics');

    const samples: Sample[] = [];
    const sampling = async () => {
      while (!isOver()) {
        await sleep(SAMPLE_MS);
        samples.push(sampleOf(engine.pid, dataDir));
        // Discard the provider's record of requests; otherwise the client would grow.
        (lab.provider.arrived as unknown[]).length = 0;
      }
    };
    const [read] = await Promise.all([
      readSteadily(engine, READS_PER_SECOND, until - performance.now()),
      sampling(),
      ...Array.from({ length: WORKERS }, (_, nth) => works(engine, nth, isOver, counted)),
      ...hosts.map((host, nth) => hosted(host, nth, isOver, counted)),
    ]);
    await Promise.all(hosts.map((host) => host.close()));
    await toolServer.stop();
    await Promise.all(idle.map((end) => end()));
    const metrics = await ask(engine, 'GET /api/metrics');
    const gap = (stat: string) => 1000 * Number(gapIn(metrics.body, stat));
    const busy = cpuMs(engine.pid) / (MINUTES * 600);
    const code = await engine.stop();

    const broken = [...counted.errors, ...read.errors, ...stacksIn(engine.output.stderr)];
    if (code !== 0) broken.push(`it exited with ${code}`);
    const p99 = percentile(read.times, 0.99);
    if (p99 > SLOWEST_READ_MS) broken.push(`reads take ${Math.round(p99)} ms (p99)`);
    // The longest of all tells of the engine only if no other program can make it wait.
    const judged = ahead.length > 0 ? 'max' : 'p99';
    if (gap(judged) > LONGEST_GAP_MS)
      broken.push(`the event loop is late by ${Math.round(gap(judged))} ms (${judged})`);
    broken.push(...growth(samples), ...faultsOnDisk(dataDir), ...temporaryFiles(dataDir));
    const { mb, descriptors, logMb } = {
      mb: samples.map((sample) => sample.mb),
      descriptors: samples.map((sample) => sample.descriptors),
      logMb: samples.map((sample) => sample.logMb),
    };
    const quarters = [1, 2, 3, 4].map((quarter) => Math.round(median(quarterOf(mb, quarter))));
    return {
      did: `${MINUTES} min: ${counted.runs} runs with tools and streams by ${WORKERS} workers, ${counted.ofHosts} by ${HOSTS} hosts of the tool server, ${counted.writes} other writes, ${read.times.length} reads, ${counted.idle} idle streams${ahead.length > 0 ? ', ahead of other programs' : ''}`,
      broken,
      figures:
        `errors ${counted.errors.length + read.errors.length}; ${Math.round(busy)} % of a processor; reads p50 ${ms(percentile(read.times, 0.5))}, p99 ${ms(p99)}; ` +
        `loop late p99 ${ms(gap('p99'))}, at most ${ms(gap('max'))}; memory by quarters ${quarters.join(', ')} MB, at most ${Math.round(Math.max(...mb))}; ` +
        `descriptors ${Math.min(...descriptors)} to ${Math.max(...descriptors)}; logs at most ${Math.max(...logMb).toFixed(1)} MB`,
    };
  },
};

const ms = (value: number): string => `${value.toFixed(1)} ms`;

const gapIn = (metrics: string, stat: string): string | undefined =>
  new RegExp(String.raw`svc_event_loop_delay_seconds\{stat=\\"${stat}\\"\}","value":([\d.e-]+)`, 'u').exec(
    metrics,
  )?.[1];

/** Starts runs over the tool server one after the other, and polls each until it is done. */
async function hosted(host: Host, nth: number, isOver: () => boolean, counted: Counted): Promise<void> {
  const kinds = [tasks.say(60, 30, 10), tasks.work(3), tasks.say(200, 30, 5), tasks.write(20_000)];
  for (let round = nth; !isOver(); round += 1)
    try {
      await host.work(kinds[round % kinds.length] ?? tasks.answer);
      counted.ofHosts += 1;
    } catch (error) {
      counted.errors.push(String(error));
      return;
    }
}

/** Executes runs one after the other, and deletes what earlier ones made, so that only leaks grow. */
async function works(engine: Started, nth: number, isOver: () => boolean, counted: Counted): Promise<void> {
  const kinds = [
    tasks.answer,
    tasks.work(3),
    tasks.say(60, 30, 10),
    tasks.say(5, 2_000, 0),
    tasks.write(20_000),
  ];
  for (let round = nth; !isOver(); round += 1) {
    const { last, status, code, threadId } = await run(engine, kinds[round % kinds.length] ?? tasks.answer);
    counted.runs += 1;
    if (last !== 'done') counted.errors.push(`a run ended with ${status} ${last} ${code}`);
    const writes = [
      ask(engine, `PATCH /api/threads/${threadId}`, { title: `Round ${round} of worker ${nth}` }),
      ...(round % 5 === 0 ? [ask(engine, 'PUT /api/memory/status', { content: lines(nth, round) })] : []),
      ...(round % 9 === 0
        ? [ask(engine, 'PUT /api/config', { backup_retention_days: 1 + (round % 90) })]
        : []),
    ];
    for (const answer of await Promise.all(writes)) count(answer, counted);
    counted.writes += writes.length;
    if (round % 3 !== 0) count(await ask(engine, `DELETE /api/threads/${threadId}?changes=keep`), counted);
    await sleep(PAUSE_MS);
  }
}

const lines = (nth: number, round: number): string =>
  Array.from({ length: 20 }, (_, at) => `Worker ${nth} saw ${round * at} of ${at}`).join('\n');

/**
 * Follows a run that waits for an answer, and says nothing meanwhile. Resolves once it waits; what it resolves with
 * aborts the run, and checks that the stream had lived until then and brings the end of the run.
 */
async function idleStream(
  engine: Started,
  isOver: () => boolean,
  counted: Counted,
): Promise<() => Promise<void>> {
  const { sessionId } = JSON.parse((await ask(engine, 'POST /api/sessions', {})).body) as {
    sessionId: string;
  };
  const { promise: waiting, resolve: isWaiting } = Promise.withResolvers<void>();
  const following = (async () => {
    const response = await fetch(`${engine.baseUrl}/api/sessions/${sessionId}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task: tasks.ask }),
    });
    let stream = '';
    for await (const bytes of response.body ?? []) {
      stream += Buffer.from(bytes as Uint8Array).toString();
      if (stream.includes('event: prompt')) isWaiting();
    }
    if (!isOver()) counted.errors.push(`an idle stream ended early: ${stream.slice(-200)}`);
    if (!/^event: (?:done|error)$/mu.test(stream))
      counted.errors.push('an idle stream ended without its run');
  })().catch((error: unknown) => void counted.errors.push(`an idle stream broke: ${String(error)}`));
  await Promise.race([waiting, following]);
  counted.idle += 1;
  return async () => {
    count(await ask(engine, `POST /api/sessions/${sessionId}/abort`), counted);
    await following;
  };
}

function count(
  { status, code }: { readonly status: number; readonly code: string },
  { errors }: Counted,
): void {
  if (status === 0 || status >= 300) errors.push(`an answer of ${status} ${code}`);
}

const sampleOf = (pid: number, dataDir: string): Sample => ({
  mb: residentMb(pid),
  descriptors: descriptorsOf(pid),
  logMb: logMbIn(dataDir),
});

const quarterOf = (values: readonly number[], nth: number): readonly number[] =>
  values.slice(Math.floor((values.length * (nth - 1)) / 4), Math.floor((values.length * nth) / 4));

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Whatever still grows in the second half. */
function growth(samples: readonly Sample[]): readonly string[] {
  const of = (key: keyof Sample, quarter: number) =>
    quarterOf(
      samples.map((sample) => sample[key]),
      quarter,
    );
  const [before, last] = [median(of('mb', 3)), median(of('mb', 4))];
  const most = Math.max(...samples.map(({ mb }) => mb));
  const logs = Math.max(...samples.map(({ logMb }) => logMb));
  const [few, many] = [Math.min(...of('descriptors', 2)), Math.max(...of('descriptors', 4))];
  return [
    ...(last > before * (1 + MOST_GROWTH.share) + MOST_GROWTH.mb
      ? [`memory grows: ${Math.round(before)} MB, then ${Math.round(last)} MB`]
      : []),
    ...(most > MOST_MB ? [`memory reaches ${Math.round(most)} MB`] : []),
    ...(logs > MOST_LOG_MB ? [`the logs reach ${Math.round(logs)} MB`] : []),
    ...(many > few + MOST_DESCRIPTORS_MORE ? [`descriptors grow from ${few} to ${many}`] : []),
  ];
}
