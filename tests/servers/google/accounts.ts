// Who has an account, and which programs are registered.
import { randomBytes } from 'node:crypto';

/** A person with a Drive. */
export interface Account {
  readonly email: string;
  /** The id of the root of its Drive. */
  readonly root: string;
}

/** A program that is registered at the vendor. Device login takes only `device`; redirects to loopback only `desktop`. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  readonly kind: 'device' | 'desktop' | 'web';
  /** The test deletes it at the vendor's: token requests answer `deleted_client`. */
  isDeleted: boolean;
}

export interface Accounts {
  readonly all: ReadonlyMap<string, Account>;
  readonly clients: ReadonlyMap<string, OAuthClient>;
  account(email: string): Account;
  client(more?: Partial<Pick<OAuthClient, 'kind' | 'id' | 'secret'>>): OAuthClient;
}

export function startAccounts(): Accounts {
  const all = new Map<string, Account>();
  const clients = new Map<string, OAuthClient>();
  return {
    all,
    clients,
    account: (email) => {
      const account = { email, root: `0A${randomBytes(12).toString('base64url')}PVA` };
      all.set(email, account);
      return account;
    },
    client: (more = {}) => {
      const client: OAuthClient = {
        id: `${randomBytes(12).toString('hex')}.apps.googleusercontent.com`,
        secret: `GOCSPX-${randomBytes(21).toString('base64url')}`,
        kind: 'device',
        isDeleted: false,
        ...more,
      };
      clients.set(client.id, client);
      return client;
    },
  };
}
