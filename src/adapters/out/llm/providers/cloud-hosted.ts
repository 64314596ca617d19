import { createRequire } from 'node:module';
import type { AnthropicVertex } from '@anthropic-ai/vertex-sdk';
import { aborted } from '../../../../core/kernel/abort.ts';
import type { CloudAccount, Connection } from '../../../../core/instance/models/model.ts';
import type { Model } from '../../../../core/ports/model.ts';
import type { WireDeps } from '../wire/deps.ts';
import { missingCredentials } from '../wire/cloud-credentials.ts';
import { sayFailure } from '../../../../core/instance/models/says.ts';
import type { Says } from '../../../../core/kernel/says.ts';
import { isWireFailure, WireFailure } from '../wire/failure.ts';
import { MessagesModel } from '../wire/messages/messages-model.ts';
import { baseUrlOf, clientOptions, postMessages, requestHeaders } from '../wire/messages/sdk-client.ts';
import { CloudSignIn, type GoogleAuth } from './cloud-sign-in.ts';

const PACKAGE = '@anthropic-ai/vertex-sdk';

/** The used part of the optional SDK. */
export interface CloudSdk {
  readonly AnthropicVertex: typeof AnthropicVertex;
  readonly GoogleAuth: GoogleAuth;
}

export interface CloudHostedDeps extends WireDeps {
  /** Replaces the platform's address for the region; for tests. */
  readonly address?: string;
  /** Replaces the installed SDK; for tests. Rejects if it is not installed. */
  readonly loadSdk?: () => Promise<CloudSdk>;
}

/**
 * A model of the primary vendor on the cloud platform. The user installs the SDK if needed, and the first call loads it.
 * If anything is missing, that call fails with instructions for the setup.
 */
export function openCloudHosted(connection: Connection, deps: CloudHostedDeps): Promise<Model> {
  const signIn = new CloudSignIn();
  const options = clientOptions(deps);
  const unready = async (): Promise<readonly Says[] | null> => {
    try {
      const { credentialsFile } = checkedAccount(connection.cloud);
      await (deps.loadSdk ?? findSdk)().catch(() => {
        throw new WireFailure(MISSING);
      });
      return await missingCredentials(credentialsFile);
    } catch (error) {
      if (isWireFailure(error)) return error.failure.says;
      throw error;
    }
  };
  const model = new MessagesModel(connection, deps, async (body, signal) => {
    const { projectId, region, credentialsFile } = checkedAccount(connection.cloud);
    const baseURL = `${baseUrlOf(deps.address ?? connection.endpoint ?? addressOf(region))}/v1`;
    const ready = (async () => {
      const sdk = await (deps.loadSdk ?? loadSdk)().catch((error: unknown) => {
        throw new WireFailure(MISSING, error);
      });
      const authClient = await signIn.client({
        GoogleAuth: sdk.GoogleAuth,
        projectId,
        credentialsFile,
        fetch: options.fetch,
        signal,
      });
      return new sdk.AnthropicVertex({ ...options, baseURL, region, projectId, authClient });
    })();
    // Neither reading a file nor searching for credentials can be aborted.
    const stopped = aborted(signal).then(() => Promise.reject(signal.reason as unknown));
    const client = await Promise.race([ready, stopped]);
    return await postMessages(client, body, requestHeaders({}), signal).catch((error: unknown) => {
      if ((error as { status?: unknown }).status === 401) signIn.forget();
      throw error;
    });
  });
  return Promise.resolve(Object.assign(model, { unready }));
}

const MISSING = {
  says: [sayFailure('model.cloud_package', { package: PACKAGE })],
  retryable: false,
};

/** The SDK's default address, which environment variables would override. */
function addressOf(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com';
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com`;
  return `https://${region}-aiplatform.googleapis.com`;
}

/** These become host and path of an address that receives a token. */
function checkedAccount(cloud: CloudAccount | null): CloudAccount {
  if (!cloud || !/^[a-z0-9-]+$/u.test(cloud.region))
    throw new WireFailure({ says: [sayFailure('model.cloud_region')], retryable: false });
  if (!/^[\w.:-]+$/u.test(cloud.projectId))
    throw new WireFailure({ says: [sayFailure('model.cloud_project')], retryable: false });
  return cloud;
}

/** Resolves if it is installed, without loading it. */
const findSdk = async (): Promise<unknown> => createRequire(import.meta.url).resolve(PACKAGE);

/** Uses the SDK's own copy of the sign-in library: it could not use the answers of another installed version. */
async function loadSdk(): Promise<CloudSdk> {
  const sdk = await import('@anthropic-ai/vertex-sdk');
  const ofSdk = createRequire(createRequire(import.meta.url).resolve(PACKAGE));
  const library = ofSdk('google-auth-library') as { readonly GoogleAuth: GoogleAuth };
  return { AnthropicVertex: sdk.AnthropicVertex, GoogleAuth: library.GoogleAuth };
}
