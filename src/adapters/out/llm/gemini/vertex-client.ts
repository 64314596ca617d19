/*
 * Everything that knows the SDK. `VertexAI` is the client that this project was given; it is deprecated since
 * 2025-06-24 and gets no more than fixes. Its successor is @google/genai, which takes a base URL, an abort signal and
 * a transport: with it, this file and token-keeper.ts shrink to a constructor call, and the wire stays as it is.
 *
 * Until then: the SDK makes the token and the request, but it sends with the global fetch, takes no abort signal,
 * follows redirects, and reads the stream with a parser that drops what it does not expect. So the one fetch that it
 * makes on our behalf is taken over: it is recognised by the asynchronous context of the call, sent by the wire's
 * rules, and its raw response is ours. Every other user of the global fetch gets the one that was there before.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { VertexAI } from '@google-cloud/vertexai/build/src/vertex_ai.js';
import type { CloudAccount } from '../../../../core/models/model.ts';
import { WireFailure, type Quoting } from '../wire/failure.ts';
import type { WireDeps } from '../wire/deps.ts';
import { serviceAccountIn, type ServiceAccount } from '../wire/service-account.ts';
import { wireFetch } from '../wire/wire-fetch.ts';
import { credentialsRefused, refusalIn } from './errors.ts';
import type { GeminiRequest } from './request.ts';
import { TokenKeeper } from './token-keeper.ts';

type Sdk = typeof VertexAI;
type SdkRequest = Parameters<ReturnType<VertexAI['getGenerativeModel']>['generateContentStream']>[0];

export interface Address {
  readonly cloud: CloudAccount;
  readonly modelId: string;
  /** In place of the platform's own address: a proxy. */
  readonly endpoint: string | null;
}

/** Sends requests to one model. Loads the SDK, by the one file that we need: its index loads @google/genai as well. */
export async function openVertexClient(address: Address, deps: WireDeps): Promise<VertexClient> {
  const { VertexAI: sdk } = await import('@google-cloud/vertexai/build/src/vertex_ai.js');
  return new VertexClient(sdk, address, deps);
}

export class VertexClient {
  readonly #sdk: Sdk;
  readonly #address: Address;
  readonly #clock: WireDeps['clock'];
  readonly #send: typeof fetch;
  readonly #tokens: TokenKeeper;

  constructor(sdk: Sdk, address: Address, deps: WireDeps) {
    this.#sdk = sdk;
    this.#address = address;
    this.#clock = deps.clock;
    this.#send = wireFetch(deps);
    this.#tokens = new TokenKeeper(deps.clock);
  }

  /**
   * The raw response of the service, always one with a stream.
   * @throws WireFailure for any other answer; what the SDK throws when the credentials are no good
   */
  async send(request: GeminiRequest, signal: AbortSignal): Promise<Response> {
    const response = await this.#ask(request, signal);
    if (response.ok) return response;
    if (response.status === 401) this.#tokens.forget();
    throw new WireFailure(await refusalIn(response, this.#quoting()));
  }

  /** At once when `signal` aborts, whatever the SDK is waiting for: a file, another process, the metadata server. */
  #ask(request: GeminiRequest, signal: AbortSignal): Promise<Response> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error('The call was given up.', { cause: signal.reason }));
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      const takeOver: typeof fetch = (url, init) => {
        outside(() => this.#send(this.#moved(String(url)), { ...init, signal })).then(resolve, reject);
        // The SDK never gets an answer, so it reads none.
        return new Promise(() => undefined);
      };
      routeFetch();
      void taken.run(takeOver, async () => {
        try {
          const { credentialsFile } = this.#address.cloud;
          const account = credentialsFile === null ? null : await serviceAccountIn(credentialsFile);
          const client = this.#client(account, this.#tokenFetch(account, signal, reject));
          const model = client.getGenerativeModel({ model: this.#address.modelId });
          await model.generateContentStream(request as unknown as SdkRequest);
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }

  #client(account: ServiceAccount | null, fetchImplementation: typeof fetch): VertexAI {
    const { projectId, region } = this.#address.cloud;
    return quietly(
      console,
      () =>
        new this.#sdk({
          project: projectId,
          location: region,
          apiEndpoint: hostOf(region),
          googleAuthOptions: {
            // Without it, the library may start another program to find out.
            projectId,
            ...(account ? { credentials: account.credentials } : {}),
            clientOptions: { transporterOptions: { fetchImplementation, retryConfig: { retry: 0 } } },
          },
        }),
    );
  }

  /** For the token endpoint: its answer is the one that is kept, or a new one. What fails here fails the call. */
  #tokenFetch(
    account: ServiceAccount | null,
    signal: AbortSignal,
    failed: (error: unknown) => void,
  ): typeof fetch {
    return async (url, init) => {
      const request = `${String(url)} ${account?.text ?? ''}`;
      try {
        const body =
          this.#tokens.answerTo(request) ?? (await this.#askForToken(request, url, { ...init, signal }));
        return new Response(body, { headers: { 'content-type': 'application/json' } });
      } catch (error) {
        failed(error);
        throw error;
      }
    };
  }

  async #askForToken(request: string, url: Parameters<typeof fetch>[0], init: RequestInit): Promise<string> {
    const response = await outside(() => this.#send(url, init));
    if (!response.ok) throw new WireFailure(await credentialsRefused(response, this.#quoting()));
    const body = await response.text();
    if (!this.#tokens.keep(request, body)) throw new WireFailure(NO_TOKEN);
    return body;
  }

  #moved(url: string): string {
    const { endpoint } = this.#address;
    if (endpoint === null) return url;
    const { pathname, search } = new URL(url);
    return `${endpoint.replace(/\/v1$/u, '')}${pathname}${search}`;
  }

  #quoting(): Quoting {
    return { secrets: [], now: this.#clock.now() };
  }
}

/** The regional host, or that of a group of regions (Vertex AI › Locations). */
function hostOf(region: string): string {
  if (region === 'global') return 'aiplatform.googleapis.com';
  if (region === 'us' || region === 'eu') return `aiplatform.${region}.rep.googleapis.com`;
  return `${region}-aiplatform.googleapis.com`;
}

const NO_TOKEN = {
  error: 'The cloud platform answered the credentials with something that is no token. Try again.',
  retryable: true,
};

/** What the fetch of the current call goes to; undefined outside of any. */
const taken = new AsyncLocalStorage<typeof fetch | undefined>();
let routed: typeof fetch | null = null;

/** There is one global fetch in a process, so this cannot be state of a client. Done again if it was undone. */
function routeFetch(): void {
  if (globalThis.fetch === routed) return;
  const before = globalThis.fetch;
  routed = (...request) => (taken.getStore() ?? before)(...request);
  globalThis.fetch = routed;
}

/** What we send ourselves is not the SDK's. */
const outside = <T>(send: () => Promise<T>): Promise<T> => taken.run(undefined, send);

/** Its constructor warns of its end, each time, and stderr is our log. It is synchronous, so no other warning is muted. */
function quietly<T>(output: Pick<Console, 'warn'>, construct: () => T): T {
  const { warn } = output;
  output.warn = () => undefined;
  try {
    return construct();
  } finally {
    output.warn = warn;
  }
}
