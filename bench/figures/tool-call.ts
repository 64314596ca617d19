import { fileURLToPath } from 'node:url';
import type { Figure } from '../figure.ts';
import { launcher } from '../lab.ts';
import { hostOverHttp, hostOverPipes, type Host } from '../host.ts';
import { ratio, type Sample, type Series } from '../series.ts';

const bareProgram = fileURLToPath(new URL('../bare/tool-server.ts', import.meta.url));

export const toolCall: Figure = {
  name: 'tool-call',
  summary:
    'svc_memory on an empty namespace, called by a host over pipes and over HTTP; bare: a tool that answers at once, on a server of the same library',
  async *series(lab) {
    const [ours, bare] = [lab.folder('data'), lab.folder('bare')];
    const overPipes = [
      await hostOverPipes([launcher, '--mcp-server'], { HOME: ours, SVC_DATA_DIR: ours, SVC_DEMO: '1' }),
      await hostOverPipes([bareProgram], { HOME: bare }),
    ] as const;
    yield series('tool call over pipes', ...overPipes);
    for (const host of overPipes) await host.close();

    const [served, limit] = [await lab.toolServer(lab.folder('data')), await lab.bareToolServer(bareProgram)];
    const overHttp = [await hostOverHttp(served.url), await hostOverHttp(limit.url)] as const;
    yield series('tool call over HTTP', ...overHttp);
    for (const host of overHttp) await host.close();
    await Promise.all([served.stop(), limit.stop()]);
  },
};

const series = (what: string, engine: Host, bare: Host): Series => ({
  rows: [{ what, unit: 'ms', bounds: [ratio.atMost(1.5)] }],
  rounds: { warmUp: 200, counted: 600 },
  engine: called(engine),
  bare: called(bare),
});

const called =
  (host: Host): Sample =>
  async () => {
    const askedAt = performance.now();
    await host.call('svc_memory', { namespace: 'status' });
    return [performance.now() - askedAt];
  };
