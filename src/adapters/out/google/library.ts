import type { AuthPlus } from 'googleapis/build/src/apis/drive/index.js';
import { refuse } from '../../../core/workspace/cloud-files/errors.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import { boundedFetch } from './bounded.ts';
import type { Call, CallOptions, Calls } from './calls.ts';
import type { FailedAnswer } from './failures.ts';

type Auth = Pick<AuthPlus, 'OAuth2'>;
type Client = InstanceType<Auth['OAuth2']>;

/** One API of the vendor's library. */
export interface Loaded<Api> {
  readonly auth: Auth;
  readonly make: (client: Client) => Api;
}

export interface LibraryOptions {
  readonly signal: AbortSignal;
  readonly retry: false;
  readonly validateStatus: () => boolean;
}

interface LibraryAnswer {
  readonly status: number;
  readonly headers: Headers | Record<string, string>;
  readonly data: unknown;
}

export interface AskOptions extends CallOptions {
  /** The longest answer. */
  readonly maxBytes: number;
  /** What a longer one is told as; by default as a file that is too large. */
  readonly tooLarge?: () => Refusal;
}

/** One call through the vendor's library, with an answer of bounded size. */
export async function asked<Api>(
  calls: Calls,
  load: () => Promise<Loaded<Api>>,
  call: (api: Api, options: LibraryOptions) => Promise<unknown>,
  { maxBytes, tooLarge = () => refuse.cloud_file_too_large(), ...options }: AskOptions,
  signal: AbortSignal,
): Promise<FailedAnswer> {
  const { auth, make } = await load();
  return await calls.answered(
    async ({ token, signal: stop }: Call) => {
      const { fetch: fetchImplementation, isExceeded } = boundedFetch(calls.fetch, maxBytes);
      const client = new auth.OAuth2({ transporterOptions: { fetchImplementation } });
      client.setCredentials({ access_token: token });
      try {
        const { status, headers, data } = (await call(make(client), {
          signal: stop,
          retry: false,
          validateStatus: () => true,
        })) as LibraryAnswer;
        // The library makes a plain object of them.
        return { status, headers: new Headers(headers), data: status >= 300 ? readable(data) : data };
      } catch (error) {
        if (isExceeded()) throw tooLarge();
        throw error;
      }
    },
    options,
    signal,
  );
}

/** An error comes in the form that was asked for. */
function readable(data: unknown): unknown {
  try {
    if (data instanceof ArrayBuffer) return JSON.parse(new TextDecoder().decode(data)) as unknown;
    return typeof data === 'string' ? (JSON.parse(data) as unknown) : data;
  } catch {
    return null;
  }
}
