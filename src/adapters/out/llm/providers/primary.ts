import { BaseAnthropic } from '@anthropic-ai/sdk';
import type { Connection } from '../../../../core/instance/models/model.ts';
import type { ModelBatches } from '../../../../core/ports/model-batches.ts';
import type { Model, Price } from '../../../../core/ports/model.ts';
import { checkedKey } from '../wire/checked-key.ts';
import type { WireDeps } from '../wire/deps.ts';
import { MessageBatches } from '../wire/messages/batches.ts';
import { jsonBody } from '../wire/json-body.ts';
import { MessagesModel } from '../wire/messages/messages-model.ts';
import {
  baseUrlOf,
  clientOptions,
  postMessages,
  requestHeaders,
  sendTo,
} from '../wire/messages/sdk-client.ts';
import { VendorSearch } from '../wire/messages/vendor-search.ts';

export const ADDRESS = 'https://api.anthropic.com';

export interface PrimaryDeps extends WireDeps {
  /** Replaces the vendor's address; for tests. */
  readonly address?: string;
}

/** A model of the primary provider, at the vendor's address unless the settings give another one with its key. */
export function openPrimary(connection: Connection, deps: PrimaryDeps): Model {
  const client = clientOf(connection, deps);
  const search = new VendorSearch(connection.capabilities.builtInSearch);
  return new MessagesModel(connection, deps, async (body, signal, searches) => {
    const headers = headersOf(connection);
    return await search.sent(body, searches, (ready) =>
      postMessages(client, jsonBody(ready), headers, signal),
    );
  });
}

/** The batch interface of the primary provider, at the same address. `price`: of a request in a batch. */
export function openPrimaryBatches(connection: Connection, price: Price, deps: PrimaryDeps): ModelBatches {
  const client = clientOf(connection, deps);
  return new MessageBatches(connection, price, addressOf(connection, deps), deps, async (sent, signal) =>
    sendTo(client, sent, headersOf(connection), signal),
  );
}

const addressOf = ({ endpoint }: Connection, { address }: PrimaryDeps): string =>
  baseUrlOf(endpoint ?? address ?? ADDRESS);

const clientOf = (connection: Connection, deps: PrimaryDeps): BaseAnthropic =>
  new BaseAnthropic({
    ...clientOptions(deps),
    // Without a key, the SDK would look for one in the environment and in profiles.
    apiKey: connection.key ?? 'none',
    baseURL: addressOf(connection, deps),
  });

function headersOf(connection: Connection): ReturnType<typeof requestHeaders> {
  const key = checkedKey(connection.key);
  return requestHeaders({ authorization: key === null ? null : `Bearer ${key}` });
}
