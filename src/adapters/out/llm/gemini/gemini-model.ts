import type { Connection } from '../../../../core/instance/models/model.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../../core/ports/model.ts';
import { promptEstimate } from '../../../../core/execution/runs/window/estimated-usage.ts';
import type { WireDeps } from '../wire/deps.ts';
import { missingCredentials } from '../wire/cloud-credentials.ts';
import { exchange } from '../wire/exchange.ts';
import { sayFailure } from '../../../../core/instance/models/says.ts';
import type { Says } from '../../../../core/kernel/says.ts';
import { failedWith } from '../wire/failure.ts';
import { sdkFailure } from './errors.ts';
import { geminiRequest } from './request.ts';
import { GeminiReader } from './stream.ts';
import { openVertexClient, type VertexClient } from './vertex-client.ts';

/**
 * Opens a Gemini model of the cloud platform; `connection.cloud` must be set. Sends nothing and reads no credentials
 * before the first call.
 */
export async function openGemini(connection: Connection, deps: WireDeps): Promise<Model> {
  const { cloud, modelId, endpoint } = connection;
  if (cloud === null) throw new Error('a model of the cloud platform needs a project and a region');
  return new GeminiModel(connection, await openVertexClient({ cloud, modelId, endpoint }, deps), deps);
}

class GeminiModel implements Model {
  readonly id: string;
  readonly provider: string;
  readonly contextWindow: number;
  readonly outputLimit: number;
  readonly price: Model['price'];
  readonly #connection: Connection;
  readonly #client: VertexClient;
  readonly #clock: WireDeps['clock'];

  constructor(connection: Connection, client: VertexClient, { clock }: WireDeps) {
    this.id = connection.modelId;
    this.provider = connection.provider;
    this.contextWindow = connection.contextWindow;
    this.outputLimit = connection.outputLimit;
    this.price = connection.price;
    this.#connection = connection;
    this.#client = client;
    this.#clock = clock;
  }

  async unready(): Promise<readonly Says[] | null> {
    const problem = misnamed(this.#connection);
    if (problem !== null) return [problem];
    return await missingCredentials(this.#connection.cloud?.credentialsFile ?? null);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const { modelId, cloud } = this.#connection;
    const hasFile = cloud?.credentialsFile !== null;
    const quoting = { secrets: [], now: this.#clock.now() };
    const reader = new GeminiReader(modelId, quoting);
    const problem = misnamed(this.#connection);
    if (problem !== null) {
      yield signal.aborted
        ? { type: 'end', stop: 'aborted', usage: reader.usage }
        : failedWith({ says: [problem], retryable: false }, reader.usage);
      return;
    }
    const end = yield* exchange(
      {
        reader,
        billing: {
          price: this.price,
          prompt: () => promptEstimate(request),
          allowed: { contextWindow: this.contextWindow, hiddenTokens: this.outputLimit, searches: 0 },
        },
        send: (stop) => this.#client.send(geminiRequest(request, this.#connection), stop),
        explain: (error) => sdkFailure(error, hasFile, quoting),
      },
      signal,
      this.#clock,
    );
    yield end;
  }
}

/** These become host and path of an address that receives a token, and the SDK does not escape them. */
function misnamed({ cloud, modelId }: Connection): Says | null {
  if (!/^[a-z0-9-]+$/u.test(cloud?.region ?? '')) return sayFailure('model.cloud_region');
  if (!/^[\w.:-]+$/u.test(cloud?.projectId ?? '')) return sayFailure('model.cloud_project');
  return /^[\w.@-]+$/u.test(modelId) ? null : sayFailure('model.id_damaged');
}
