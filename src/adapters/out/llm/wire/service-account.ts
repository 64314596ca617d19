import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sayFailure } from '../../../../core/instance/models/says.ts';
import { WireFailure, type Failure } from './failure.ts';
import { objectIn, textIn } from './payload.ts';

/** No file is set, and the machine has no credentials of its own. */
export const NOT_SIGNED_IN: Failure = {
  says: [sayFailure('model.cloud_no_credentials')],
  retryable: false,
  fault: 'key',
};

/** Contains nothing about the machine, not even the path: clients of the API see it. */
export const UNUSABLE_FILE: Failure = {
  says: [sayFailure('model.cloud_no_key')],
  retryable: false,
  fault: 'key',
};

/** The answer to a request for a token had none. */
export const NO_TOKEN: Failure = {
  says: [sayFailure('model.cloud_no_token')],
  retryable: true,
};

export interface ServiceAccount {
  /** The text of the file: a different text is a different account, or a new key. */
  readonly text: string;
  readonly credentials: object;
}

/**
 * Reads the key file of a service account. Refuses other kinds of file, which may name commands and addresses of their
 * own.
 * @throws WireFailure with instructions for the setup; a retry without them cannot succeed
 */
export async function serviceAccountIn(path: string): Promise<ServiceAccount> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const isMissing = (error as { code?: unknown }).code === 'ENOENT';
    const says = [sayFailure(isMissing ? 'model.cloud_no_file' : 'model.cloud_file_unread')];
    throw new WireFailure({ says, retryable: false, fault: 'key' }, error);
  });
  const credentials = keyIn(text);
  if (!credentials) throw new WireFailure(UNUSABLE_FILE);
  return { text, credentials };
}

/** What signing in needs. A file may also name addresses and a domain, to which tokens would be sent. */
const FIELDS = ['type', 'client_email', 'client_id', 'private_key', 'private_key_id', 'project_id'] as const;

function keyIn(text: string): object | null {
  try {
    const file = objectIn(JSON.parse(text));
    if (!file || (file['type'] ?? 'service_account') !== 'service_account') return null;
    if (!textIn(file['client_email'])) return null;
    createPrivateKey(textIn(file['private_key']) ?? '');
    return Object.fromEntries(
      FIELDS.flatMap((name) => (file[name] === undefined ? [] : [[name, file[name]]])),
    );
  } catch {
    // The error message might quote the file.
    return null;
  }
}
