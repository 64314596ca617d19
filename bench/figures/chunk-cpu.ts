import { cpuMs } from '../cpu.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { pacedProxy, pacedRun } from '../paced.ts';
import { ratio } from '../series.ts';
import { messages } from '../wires/messages.ts';

export const chunkCpu: Figure = {
  name: 'chunk-cpu',
  summary:
    'processor time for 1,000 texts, one every 5 ms; bare: that of a proxy that parses and writes each',
  async *series(lab) {
    const provider = await lab.provider();
    const [engine, proxy] = [await lab.builtFor(provider, messages), await lab.proxy(provider, messages)];
    yield {
      rows: [{ what: 'CPU of 1,000 paced chunks', unit: 'ms', bounds: [ratio.atMost(1.7)] }],
      rounds: { warmUp: 2, counted: 7 },
      engine: async () => [await spent(engine, pacedRun)],
      bare: async () => [await spent(proxy, pacedProxy)],
    };
    await Promise.all([engine.stop(), proxy.stop(), provider.stop()]);
  },
};

async function spent(server: Server, stream: (server: Server) => Promise<unknown>): Promise<number> {
  const before = cpuMs(server.pid);
  await stream(server);
  return cpuMs(server.pid) - before;
}
