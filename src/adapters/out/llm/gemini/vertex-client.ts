/*
 * Everything that knows the SDK. `VertexAI` is deprecated since 2025-06-24 and gets only fixes. Its successor is
 * @google/genai, which takes a base URL, an abort signal and a transport. With it, this file and token-keeper.ts
 * shrink to a constructor call, and the rest of the adapter stays as it is.
 *
 * Until then: the SDK makes the token and the request, but it sends with the global fetch, takes no abort signal,
 * follows redirects, and reads the stream with a parser that drops what it does not expect. So this file intercepts
 * the one fetch that the SDK makes for a call: it recognises it by the asynchronous context of the call, sends it by
 * the rules of `wireFetch`, and takes its raw response. Every other user of the global fetch gets the original one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { VertexAI } from '@google-cloud/vertexai/build/src/vertex_ai.js';
import type { CloudAccount } from '../../../../core/instance/models/model.ts';
import { WireFailure, type Quoting } from '../wire/failure.ts';
import type { WireDeps } from '../wire/deps.ts';
import { NO_TOKEN, serviceAccountIn, type ServiceAccount } from '../wire/service-account.ts';
import { quietly } from '../wire/quietly.ts';
import { wireFetch } from '../wire/wire-fetch.ts';
import { credentialsRefused, refusalIn } from './errors.ts';
import type { GeminiRequest } from './request.ts';
import { TokenKeeper } from './token-keeper.ts';

type Sdk = typeof VertexAI;
type SdkRequest = Parameters<ReturnType<VertexAI['getGenerativeModel']>['generateContentStream']>[0];

export interface Address {
  readonly cloud: CloudAccount;
  readonly modelId: string;
  /** A proxy instead of the platform's own address. */
  readonly endpoint: string | null;
}

/** Sends requests to one model. Imports only one file of the SDK: its index loads @google/genai as well. */
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
   * @throws WireFailure for any other answer; the errors of the SDK for bad credentials
   */
  async send(request: GeminiRequest, signal: AbortSignal): Promise<Response> {
    const response = await this.#ask(request, signal);
    if (response.ok) return response;
    if (response.status === 401) this.#tokens.forget();
    throw new WireFailure(await refusalIn(response, this.#quoting()));
  }

  /** Rejects at once when `signal` aborts, even while the SDK waits for a file, a process or the metadata server. */
  #ask(request: GeminiRequest, signal: AbortSignal): Promise<Response> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error('The call was given up.', { cause: signal.reason }));
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      const takeOver: typeof fetch = (url, init) => {
        outside(() => this.#send(this.#moved(String(url)), { ...init, signal })).then(resolve, reject);
        // Never resolves: the SDK must not read the answer.
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

  /** For the token endpoint: returns the kept answer, or requests a new one. A failure here fails the call. */
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

/** The host of a region, or of a group of regions (Vertex AI › Locations). */
function hostOf(region: string): string {
  if (region === 'global') return 'aiplatform.googleapis.com';
  if (region === 'us' || region === 'eu') return `aiplatform.${region}.rep.googleapis.com`;
  return `${region}-aiplatform.googleapis.com`;
}

/** The fetch of the current call; undefined outside of calls. */
const taken = new AsyncLocalStorage<typeof fetch | undefined>();
let routed: typeof fetch | null = null;

/** There is one global fetch in a process, so this cannot be state of a client. Repeated if it was undone. */
function routeFetch(): void {
  if (globalThis.fetch === routed) return;
  const before = globalThis.fetch;
  routed = (...request) => (taken.getStore() ?? before)(...request);
  globalThis.fetch = routed;
}

/** Sends without the interception, which is for the SDK only. */
const outside = <T>(send: () => Promise<T>): Promise<T> => taken.run(undefined, send);
