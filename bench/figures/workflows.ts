import { setImmediate as tick } from 'node:timers/promises';
import { converse, get, newSession, post } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { requestRate } from '../request-rate.ts';
import { taskFor, type Script } from '../script.ts';
import { ratio } from '../series.ts';
import { useWorkflows } from '../used-workflows.ts';
import { messages } from '../wires/messages.ts';

const STEPS = 20;
/** Steps of a run that are at work at once. */
const AT_ONCE = 5;
const REQUESTS = 400;
const script: Script = { does: 'say', chunks: 1 };

/** What it costs that work is done in steps. */
export const workflows: Figure = {
  name: 'workflows',
  summary:
    '20 empty steps as one workflow (bare: 20 runs of the same engine, five at a time), and the lists of workflows, their runs and artifacts, 10,000 against 50',
  async *series(lab) {
    const provider = await lab.provider();
    const engine = await lab.builtFor(provider, messages);
    const { workflowId } = JSON.parse(
      await post(`${engine.url}/api/workflow-definitions`, {
        name: 'Twenty',
        steps: Array.from({ length: STEPS }, (_, at) => ({
          stepId: `s${at}`,
          task: taskFor(script),
          tools: [],
        })),
      }),
    ) as { workflowId: string };
    yield {
      rows: [{ what: `${STEPS} steps`, unit: 'ms', bounds: [ratio.atMost(3)] }],
      rounds: { warmUp: 3, counted: 15 },
      engine: async () => [await asWorkflow(engine, workflowId)],
      bare: async () => [await asRuns(engine)],
    };
    await Promise.all([engine.stop(), provider.stop()]);
    const seeded = async (count: number) =>
      await lab.built(
        await lab.seeded(`workflows-artifacts-${count}`, (folder) => useWorkflows(folder, count)),
      );
    const [many, few] = [await seeded(10_000), await seeded(50)];
    for (const path of ['/api/workflows', '/api/workflow-definitions', '/api/artifacts']) {
      const rate = (server: Server) => async () => [
        await requestRate(REQUESTS, () => get(server.url + path)),
      ];
      yield {
        rows: [{ what: `GET ${path}, many against few`, unit: 'requests/s', bounds: [ratio.atLeast(0.8)] }],
        rounds: { warmUp: 4, counted: 20 },
        engine: rate(many),
        bare: rate(few),
      };
    }
    await Promise.all([many.stop(), few.stop()]);
  },
};

async function asWorkflow({ url }: Server, workflowId: string): Promise<number> {
  const startedAt = performance.now();
  const { workflowRunId } = JSON.parse(
    await post(`${url}/api/workflow-definitions/${workflowId}/run`, {}),
  ) as { workflowRunId: string };
  // The stream ends when the run has.
  await get(`${url}/api/workflows/${workflowRunId}/events`);
  const tookMs = performance.now() - startedAt;
  const { status } = JSON.parse(await get(`${url}/api/workflows/${workflowRunId}`)) as { status: string };
  if (status !== 'completed') throw new Error(`the workflow ended as ${status}`);
  return tookMs;
}

async function asRuns({ url }: Server): Promise<number> {
  const startedAt = performance.now();
  let left = STEPS;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await converse(await newSession(url), { task: taskFor(script) });
      await tick();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return performance.now() - startedAt;
}
