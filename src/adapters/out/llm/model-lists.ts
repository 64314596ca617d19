import { sayFailure } from '../../../core/instance/models/says.ts';
import type { ListedModel } from '../../../core/execution/providers/model.ts';
import { providerLimits } from '../../../core/execution/providers/limits.ts';
import type { ListAddress, Listing, ModelLists } from '../../../core/execution/providers/port.ts';
import { ADDRESS } from './providers/primary.ts';
import { baseOf } from './providers/compat.ts';
import { checkedKey } from './wire/checked-key.ts';
import type { WireDeps } from './wire/deps.ts';
import { brokenStream, isWireFailure, rejected, WireFailure, type Failure } from './wire/failure.ts';
import { baseUrlOf, EARLIER_WIRE_VERSION, WIRE_VERSION } from './wire/messages/sdk-client.ts';
import { isObject, objectIn, textIn } from './wire/payload.ts';
import { wireFetch } from './wire/wire-fetch.ts';

export interface ModelListsDeps extends WireDeps {
  /** Replaces the vendor's address; for tests. */
  readonly primary?: string;
}

/** The list endpoints of both wires: `/v1/models` of the Messages API, `/models` of Chat Completions. */
export class HttpModelLists implements ModelLists {
  readonly #deps: ModelListsDeps;
  readonly #fetch: typeof fetch;

  constructor(deps: ModelListsDeps) {
    this.#deps = deps;
    this.#fetch = wireFetch(deps);
  }

  async list(address: ListAddress, signal: AbortSignal): Promise<Listing> {
    const models = new Map<string, ListedModel>();
    try {
      let after: string | null = null;
      for (let page = 1; page <= providerLimits.listPages; page++) {
        const url = this.#urlOf(address, after);
        if (url === null) return { kind: 'none' };
        const body = await this.#page(url, address, signal);
        if (body === 'none') return { kind: 'none' };
        const items = itemsIn(body);
        if (items === null) return failed(NO_LIST);
        for (const item of items) {
          const model = modelIn(item);
          if (model && models.size < providerLimits.models) models.set(model.id, model);
        }
        after = address.provider === 'compat' ? null : nextIn(body);
        if (after === null) break;
      }
      return { kind: 'models', models: [...models.values()] };
    } catch (error) {
      return failed(isWireFailure(error) ? error.failure : brokenStream(error, false));
    }
  }

  /** Null where the provider has no list. */
  #urlOf({ provider, endpoint }: ListAddress, after: string | null): URL | null {
    switch (provider) {
      case 'primary':
      case 'custom': {
        const url = new URL(`${baseUrlOf(endpoint ?? this.#deps.primary ?? ADDRESS)}/v1/models`);
        url.searchParams.set('limit', '1000');
        if (after !== null) url.searchParams.set('after_id', after);
        return url;
      }
      case 'compat': {
        if (endpoint === null) return null;
        const url = new URL(baseOf(endpoint));
        url.pathname = `${url.pathname.replace(/\/+$/u, '')}/models`;
        return url;
      }
      case 'cloud_hosted':
        return null;
    }
  }

  async #page(url: URL, { provider, key: given }: ListAddress, signal: AbortSignal): Promise<unknown> {
    const key = checkedKey(given);
    const bearer: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const headers = {
      accept: 'application/json',
      ...bearer,
      ...(provider === 'primary' ? { 'anthropic-version': WIRE_VERSION } : {}),
      ...(provider === 'custom'
        ? { 'anthropic-version': EARLIER_WIRE_VERSION, ...(key === null ? {} : { 'x-api-key': key }) }
        : {}),
    };
    const response = await this.#fetch(url, { headers, signal });
    if (NO_ROUTE.has(response.status)) {
      await response.body?.cancel();
      return 'none';
    }
    const text = await textOf(response);
    const body = parsed(text);
    if (response.ok) return body;
    const error = objectIn(objectIn(body)?.['error']);
    throw new WireFailure(
      rejected(
        {
          status: response.status,
          word: textIn(error?.['type']) ?? textIn(error?.['code']),
          message: textIn(error?.['message']),
          retryAfter: null,
        },
        { secrets: key === null ? [] : [key], now: this.#deps.clock.now() },
      ),
    );
  }
}

/** Servers without this route. */
const NO_ROUTE = new Set([404, 405, 501]);

const failed = ({ fault, says }: Failure): Listing => ({ kind: 'failed', fault: fault ?? null, says });

const NO_LIST: Failure = {
  says: [sayFailure('model.no_api')],
  retryable: false,
  fault: 'no_api',
};

/** The text of a body; a list that never ends is refused. */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > providerLimits.listBytes) throw new WireFailure(NO_LIST);
  }
  return text + decoder.decode();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `{data: […]}` of both APIs, `{models: […]}` of Ollama and Gemini, a bare list of Together. Null: no list. */
function itemsIn(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const list = objectIn(body)?.['data'] ?? objectIn(body)?.['models'];
  // Ollama without a model says null.
  if (list === null && objectIn(body)?.['object'] === 'list') return [];
  return Array.isArray(list) ? list : null;
}

function modelIn(item: unknown): ListedModel | null {
  if (!isObject(item)) return null;
  const id = shown(item['id'] ?? item['model'] ?? item['name']);
  if (id === null) return null;
  const name = shown(item['display_name'] ?? item['name']);
  return { id, name: name === id ? null : name };
}

const shown = (value: unknown): string | null => {
  const text = textIn(value);
  return text !== null && text.length <= providerLimits.idChars && NAME.test(text) ? text : null;
};

const NAME = /^(?=.*\S)[^\p{Cc}\p{Cf}\u2028\u2029]+$/u;

/** The Messages API lists in pages. */
function nextIn(body: unknown): string | null {
  const { has_more: more, last_id: last } = objectIn(body) ?? {};
  return more === true ? textIn(last) : null;
}
