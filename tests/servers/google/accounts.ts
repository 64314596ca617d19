// Who has an account, and which programs are registered.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';

/** A person (or a service account) with a Drive. */
export interface Account {
  readonly email: string;
  readonly name: string;
  /** The subject of ID tokens; Drive calls it `permissionId`. */
  readonly id: string;
  /** The id of the root of its Drive. */
  readonly root: string;
  /** Bytes; null for no limit. May be changed by the test. */
  limitBytes: number | null;
}

/** A program that is registered at the vendor. Device login takes only `device`; redirects to loopback only `desktop`. */
export interface OAuthClient {
  readonly id: string;
  /** The test may replace it: the old one answers `invalid_client` from then on. */
  secret: string;
  readonly kind: 'device' | 'desktop' | 'web';
  /** For `web`: compared exactly. */
  readonly redirectUris: readonly string[];
  /** The test deletes it at the vendor's: token requests answer `deleted_client`. */
  isDeleted: boolean;
  /** Grant types that it may not use: token requests answer `unauthorized_client`. */
  refusedGrants: readonly string[];
}

export interface ServiceAccount {
  readonly account: Account;
  readonly client: OAuthClient;
  /** The text of the key file that the vendor lets one download. */
  readonly keyFile: string;
  readonly publicKey: string;
}

export interface Accounts {
  readonly all: ReadonlyMap<string, Account>;
  readonly clients: ReadonlyMap<string, OAuthClient>;
  readonly serviceAccounts: ReadonlyMap<string, ServiceAccount>;
  account(email: string, more?: { readonly name?: string; readonly limitBytes?: number }): Account;
  client(more?: Partial<Pick<OAuthClient, 'kind' | 'redirectUris' | 'id' | 'secret'>>): OAuthClient;
  serviceAccount(email?: string): ServiceAccount;
}

const FIFTEEN_GIB = 15 * 1024 ** 3;
let number = 0;
const digits = () => `1${String((number += 1)).padStart(20, '0')}`;

export function startAccounts(): Accounts {
  const all = new Map<string, Account>();
  const clients = new Map<string, OAuthClient>();
  const serviceAccounts = new Map<string, ServiceAccount>();
  const accounts: Accounts = {
    all,
    clients,
    serviceAccounts,
    account: (email, { name = email.split('@')[0] ?? '', limitBytes = FIFTEEN_GIB } = {}) => {
      const account = {
        email,
        name,
        id: digits(),
        root: `0A${randomBytes(12).toString('base64url')}PVA`,
        limitBytes,
      };
      all.set(email, account);
      return account;
    },
    client: ({ kind = 'device', redirectUris = [], id, secret } = {}) => {
      const client: OAuthClient = {
        id: id ?? `${digits()}-${randomBytes(12).toString('hex')}.apps.googleusercontent.com`,
        secret: secret ?? `GOCSPX-${randomBytes(21).toString('base64url')}`,
        kind,
        redirectUris,
        isDeleted: false,
        refusedGrants: [],
      };
      clients.set(client.id, client);
      return client;
    },
    serviceAccount: (email = `svc-${randomUUID().slice(0, 8)}@synthetic-project.iam.gserviceaccount.com`) => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', {
        modulusLength: 2_048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
      const account = accounts.account(email);
      // It signs in with its key, so it is no client of a login.
      const client = accounts.client({ id: account.id, kind: 'web' });
      const keyFile = JSON.stringify({
        type: 'service_account',
        project_id: 'synthetic-project',
        private_key_id: randomBytes(20).toString('hex'),
        private_key: privateKey,
        client_email: email,
        client_id: account.id,
        auth_uri: 'https://accounts.google.com/o/oauth2/auth',
        token_uri: 'https://oauth2.googleapis.com/token',
        auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
        client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(email)}`,
        universe_domain: 'googleapis.com',
      });
      const made = { account, client, keyFile, publicKey };
      serviceAccounts.set(email, made);
      return made;
    },
  };
  return accounts;
}
