import type { AnthropicVertex } from '@anthropic-ai/vertex-sdk';
import { isObject, textIn } from '../wire/payload.ts';
import { sayFailure } from '../../../../core/instance/models/says.ts';
import { WireFailure } from '../wire/failure.ts';
import { quietly } from '../wire/quietly.ts';
import { NO_TOKEN, NOT_SIGNED_IN, serviceAccountIn, UNUSABLE_FILE } from '../wire/service-account.ts';

type CloudOptions = NonNullable<ConstructorParameters<typeof AnthropicVertex>[0]>;
/** The class with which the SDK itself signs in; other major versions of its library may be installed beside it. */
export type GoogleAuth = new (options: {
  readonly projectId: string;
  readonly scopes: readonly string[];
  readonly credentials?: object;
  readonly clientOptions: object;
}) => NonNullable<CloudOptions['googleAuth']>;
export type SignedIn = NonNullable<CloudOptions['authClient']>;

export interface SignInRequest {
  readonly GoogleAuth: GoogleAuth;
  readonly projectId: string;
  /** Null: the default credentials of the machine. */
  readonly credentialsFile: string | null;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

interface Token {
  readonly access_token: string;
  readonly expiry_date: number;
}

const SCOPES = ['https://www.googleapis.com/auth/cloud-platform'];

/** Signs in to the cloud platform. It keeps only the token of a file, while it is valid. */
export class CloudSignIn {
  #kept: { readonly of: string; readonly token: Token } | null = null;

  /**
   * A client that holds a token. The library requests tokens whenever it wants and cannot be aborted. So each call has
   * its own client, whose requests end with the call.
   * @throws WireFailure with instructions for the setup
   */
  async client({ GoogleAuth, projectId, credentialsFile, fetch, signal }: SignInRequest): Promise<SignedIn> {
    const file = credentialsFile === null ? null : await serviceAccountIn(credentialsFile);
    const options = {
      // Without it, the library starts `gcloud` to find one.
      projectId,
      scopes: SCOPES,
      ...(file ? { credentials: file.credentials } : {}),
      clientOptions: {
        transporterOptions: {
          retryConfig: { retry: 0 },
          fetchImplementation: (url: string | URL, init?: RequestInit) => fetch(url, { ...init, signal }),
        },
      },
    };
    // It warns of accounts that name commands and addresses of their own, which are refused above.
    const auth = quietly(console, () => new GoogleAuth(options));
    const client = await auth.getClient().catch((error: unknown) => {
      throw new WireFailure(file ? UNUSABLE_FILE : NOT_SIGNED_IN, error);
    });
    if (file && this.#kept?.of === file.text)
      client.credentials = { ...client.credentials, ...this.#kept.token };
    await client.getRequestHeaders().catch((error: unknown) => {
      throw refusedSignIn(error);
    });
    const { access_token, expiry_date } = client.credentials;
    // The library would send the word "undefined" in its place.
    if (file && !access_token) throw new WireFailure(NO_TOKEN);
    if (file && access_token && expiry_date)
      this.#kept = { of: file.text, token: { access_token, expiry_date } };
    return client;
  }

  /** Call it after the platform refused the kept token. */
  forget(): void {
    this.#kept = null;
  }
}

/** The answer of the token endpoint, by the shape of the library's error; without a status there was no answer. */
function refusedSignIn(error: unknown): unknown {
  const { status, response } = error as { status?: unknown; response?: { status?: unknown; data?: unknown } };
  const answered = typeof status === 'number' ? status : response?.status;
  if (typeof answered !== 'number') return error;
  const word = isObject(response?.data) ? textIn(response.data['error']) : null;
  const name = word !== null && /^\w{1,40}$/u.test(word) ? word : null;
  const retryable = answered === 429 || answered >= 500;
  return new WireFailure(
    {
      says: [sayFailure('model.cloud_sign_in', { status: answered, name, mayPass: retryable })],
      retryable,
      fault: retryable ? 'busy' : 'key',
    },
    error,
  );
}
