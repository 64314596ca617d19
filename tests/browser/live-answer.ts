import type { ServerResponse } from 'node:http';
import { chunk, usageChunk } from '../servers/chat-completions.ts';
import { sse, startFakeProvider, type FakeProvider, type Reply } from '../servers/fake-provider.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../harness/spawned-engine.ts';

/** An answer of a model that the test writes while the page shows it. */
export interface LiveAnswer {
  readonly reply: Reply;
  /** svc holds the last letters back while a secret may begin with them, so look for text that ends in a full stop. */
  say(text: string): Promise<void>;
  end(): Promise<void>;
}

export function liveAnswer(): LiveAnswer {
  const started = Promise.withResolvers<ServerResponse>();
  const write = async (...events: readonly (object | string)[]) => {
    const response = await started.promise;
    await new Promise<void>((resolve) => response.write(sse(...events), () => resolve()));
  };
  return {
    reply: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sse(chunk({ role: 'assistant', content: '' })));
      started.resolve(response);
    },
    say: async (content) => write(chunk({ content })),
    end: async () => {
      await write(chunk({}, 'stop'), usageChunk(12, 3), '[DONE]');
      (await started.promise).end();
    },
  };
}

/** A built engine whose model answers what the test says. */
export async function engineWithModel(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{
  readonly engine: SpawnedEngine;
  readonly provider: FakeProvider;
  readonly env: Record<string, string>;
}> {
  const provider = await startFakeProvider();
  const all = {
    SVC_LLM_PROVIDER: 'compat',
    PRIMARY_BASE_URL: `${provider.url}/v1`,
    COMPAT_MODEL_ID: 'local',
    ...env,
  };
  return { engine: await spawnEngine(dataDir, all), provider, env: all };
}

export const withModel = async () => await engineWithModel(temporaryDir());
