import OpenAI from 'openai';
import { modelLimits } from '../../../../core/instance/models/limits.ts';
import type { Connection } from '../../../../core/instance/models/model.ts';
import type { Model } from '../../../../core/ports/model.ts';
import { promptEstimate } from '../../../../core/execution/runs/window/estimated-usage.ts';
import { explainChatError } from '../wire/chat/errors.ts';
import { chatRequest } from '../wire/chat/request.ts';
import { ChatStream } from '../wire/chat/stream.ts';
import { checkedKey } from '../wire/checked-key.ts';
import type { WireDeps } from '../wire/deps.ts';
import { exchange } from '../wire/exchange.ts';
import { jsonBody } from '../wire/json-body.ts';
import { OptionalFields } from '../wire/optional-fields.ts';
import { Learnt } from '../wire/learnt.ts';
import { noAmbientHeaders, wireFetch } from '../wire/wire-fetch.ts';

/** The maximum of a timer; the exchange notices silence. */
const NEVER_MS = 2 ** 31 - 1;

/** Not by `chat.completions.create`, which writes a body by itself and looks at each of its values. */
const PATH = '/chat/completions';

/**
 * A model behind any endpoint that speaks Chat Completions. The SDK sends the request and names the errors; the shared
 * code of the wires does everything else.
 */
export function openCompat(connection: Connection, deps: WireDeps): Model {
  const { endpoint, key } = connection;
  if (endpoint === null) throw new Error('a compat connection has an endpoint: the choice sees to it');
  const client = clientOf(baseOf(endpoint), deps);
  const optional = new OptionalFields(client.baseURL, connection.modelId, deps);
  const { learnt = new Learnt() } = deps;
  const { thoughts } = learnt.of(client.baseURL, connection.modelId);
  const headers = {
    'Content-Type': 'application/json',
    Authorization: key === null ? null : `Bearer ${key}`,
  };
  return {
    id: connection.modelId,
    provider: connection.provider,
    contextWindow: connection.contextWindow,
    outputLimit: connection.outputLimit,
    price: connection.price,
    async *stream(request, signal) {
      const quoting = { secrets: key === null ? [] : [key], now: deps.clock.now() };
      const asked = chatRequest(request, connection);
      yield yield* exchange(
        {
          reader: new ChatStream(quoting, connection.modelId),
          thoughts,
          billing: {
            price: connection.price,
            prompt: () => promptEstimate(request),
            // The request sets no limit on its answer.
            allowed: {
              contextWindow: connection.contextWindow,
              hiddenTokens: modelLimits.counts.hiddenTokens,
              searches: 0,
            },
          },
          send: async (until) => {
            checkedKey(key);
            return await optional.sent(asked, (ready) =>
              client.post(PATH, { body: jsonBody(ready), headers, signal: until, stream: true }).asResponse(),
            );
          },
          explain: (error) => explainChatError(error, { ...quoting, now: deps.clock.now() }),
        },
        signal,
        deps.clock,
      );
    },
  };
}

/** The client of the endpoint that was used last; it holds no key. A run would wait for a new one. */
const clients = new WeakMap<WireDeps, OpenAI>();

function clientOf(baseURL: string, deps: WireDeps): OpenAI {
  const known = clients.get(deps);
  if (known?.baseURL === baseURL) return known;
  // Sets every option that the SDK would otherwise read from the environment.
  const client = new OpenAI({
    baseURL,
    // The SDK requires one. Each request has its own header, or none.
    apiKey: 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: { ...noAmbientHeaders, Accept: 'application/json' },
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    fetch: wireFetch(deps),
  });
  clients.set(deps, client);
  return client;
}

/** People also paste the address of the call itself. */
export const baseOf = (endpoint: string): string => endpoint.replace(/\/chat\/completions\/?(?=\?|$)/u, '');
