import { BaseAnthropic } from '@anthropic-ai/sdk';
import type { Connection } from '../../../../core/models/model.ts';
import type { Model } from '../../../../core/ports/model.ts';
import { checkedKey } from '../wire/checked-key.ts';
import type { WireDeps } from '../wire/deps.ts';
import { MessagesModel } from '../wire/messages/messages-model.ts';
import { baseUrlOf, clientOptions, postMessages, requestHeaders } from '../wire/messages/sdk-client.ts';
import { VendorSearch } from '../wire/messages/vendor-search.ts';

export const ADDRESS = 'https://api.anthropic.com';

export interface PrimaryDeps extends WireDeps {
  /** Replaces the vendor's address; for tests. */
  readonly address?: string;
}

/** A model of the primary provider, at the vendor's address unless the settings give another one with its key. */
export function openPrimary(connection: Connection, deps: PrimaryDeps): Model {
  const client = new BaseAnthropic({
    ...clientOptions(deps),
    // Without a key, the SDK would look for one in the environment and in profiles.
    apiKey: connection.key ?? 'none',
    baseURL: baseUrlOf(connection.endpoint ?? deps.address ?? ADDRESS),
  });
  const search = new VendorSearch(connection.capabilities.builtInSearch);
  return new MessagesModel(connection, deps, async (body, signal, searches) => {
    const key = checkedKey(connection.key);
    const headers = requestHeaders({ authorization: key === null ? null : `Bearer ${key}` });
    return await search.sent(body, searches, (ready) => postMessages(client, ready, headers, signal));
  });
}
