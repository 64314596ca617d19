import { BaseAnthropic } from '@anthropic-ai/sdk';
import type { Connection } from '../../../../core/instance/models/model.ts';
import type { Model } from '../../../../core/ports/model.ts';
import { checkedKey } from '../wire/checked-key.ts';
import type { WireDeps } from '../wire/deps.ts';
import { jsonBody } from '../wire/json-body.ts';
import { MessagesModel } from '../wire/messages/messages-model.ts';
import {
  baseUrlOf,
  clientOptions,
  EARLIER_WIRE_VERSION,
  postMessages,
  requestHeaders,
} from '../wire/messages/sdk-client.ts';

/**
 * A model behind a proxy that speaks the Messages API. Most proxies were written for the vendor's SDK before 1.0: they
 * expect the key in `x-api-key`, some in `authorization`, and know only the earlier version of the API.
 */
export function openCustom(connection: Connection, deps: WireDeps): Model {
  const client = new BaseAnthropic({
    ...clientOptions(deps),
    // Without a key, the SDK would look for one in the environment and in profiles.
    apiKey: connection.key ?? 'none',
    baseURL: baseUrlOf(connection.endpoint ?? ''),
  });
  return new MessagesModel(connection, deps, async (body, signal) => {
    const key = checkedKey(connection.key);
    const headers = requestHeaders({
      'anthropic-version': EARLIER_WIRE_VERSION,
      'x-api-key': key,
      authorization: key === null ? null : `Bearer ${key}`,
    });
    return await postMessages(client, jsonBody(body), headers, signal);
  });
}
