import { firstOf, OVER } from '../../../../../core/kernel/abort.ts';
import { modelLimits } from '../../../../../core/instance/models/limits.ts';
import type { Connection } from '../../../../../core/instance/models/model.ts';
import type {
  BatchBilling,
  BatchedRequest,
  BatchFailure,
  BatchItem,
  BatchList,
  BatchLook,
  ListedBatch,
  ModelBatches,
  Submission,
} from '../../../../../core/ports/model-batches.ts';
import type { Price } from '../../../../../core/ports/model.ts';
import type { WireDeps } from '../deps.ts';
import { WireFailure, type Failure, type Quoting } from '../failure.ts';
import { countIn, isObject, objectIn, textIn } from '../payload.ts';
import { Watchdog } from '../watchdog.ts';
import {
  batchFailure,
  DAMAGED,
  isNoRoute,
  SILENT,
  statusOf,
  told,
  UNINTELLIGIBLE,
  wasNotTaken,
} from './batch-failures.ts';
import { itemIn } from './batch-results.ts';
import { linesOf, parsedLine, textOf } from './json-lines.ts';
import { messagesBody } from './request.ts';

/** Sends one request to a path of the provider's own address. Rejects with the errors of the SDK or a WireFailure. */
export type SendTo = (
  sent: { readonly method: 'get' | 'post'; readonly path: string; readonly body?: object },
  signal: AbortSignal,
) => Promise<Response>;

const PATH = '/v1/messages/batches';

/**
 * The Message Batches API. It never follows the address of results that the provider names: they are fetched from the
 * configured address, because the key belongs there.
 */
export class MessageBatches implements ModelBatches {
  readonly id: string;
  readonly provider: string;
  readonly contextWindow: number;
  readonly outputLimit: number;
  readonly price: Price;
  readonly address: string;
  readonly #connection: Connection;
  readonly #deps: WireDeps;
  readonly #send: SendTo;

  constructor(connection: Connection, price: Price, address: string, deps: WireDeps, send: SendTo) {
    this.id = connection.modelId;
    this.provider = connection.provider;
    this.contextWindow = connection.contextWindow;
    this.outputLimit = connection.outputLimit;
    this.price = price;
    this.address = address;
    // A cached prompt costs more, and no other request would read it.
    const capabilities = { ...connection.capabilities, promptCaching: 'none' } as const;
    this.#connection = { ...connection, capabilities };
    this.#deps = deps;
    this.#send = send;
  }

  async submit(requests: readonly BatchedRequest[], signal: AbortSignal): Promise<Submission> {
    const body = {
      requests: requests.map(({ name, request }) => {
        const { stream: _whole, ...params } = messagesBody(request, this.#connection);
        return { custom_id: name, params };
      }),
    };
    try {
      const answer = await this.#json({ method: 'post', path: PATH, body }, signal);
      const batchId = idIn(answer);
      return batchId === null
        ? { kind: 'unknown', failure: told(UNINTELLIGIBLE) }
        : { kind: 'accepted', batchId };
    } catch (error) {
      const failure = this.#failureOf(error);
      if (isNoRoute(error)) return { kind: 'none' };
      return { kind: wasNotTaken(error) ? 'refused' : 'unknown', failure };
    }
  }

  async look(batchId: string, signal: AbortSignal): Promise<BatchLook> {
    try {
      const answer = await this.#json({ method: 'get', path: pathOf(batchId) }, signal);
      const status = textIn(objectIn(answer)?.['processing_status']);
      if (status === null) return { kind: 'failed', failure: told(UNINTELLIGIBLE) };
      return { kind: status === 'ended' ? 'ended' : 'processing' };
    } catch (error) {
      if (statusOf(error) === 404) return { kind: 'missing' };
      return { kind: 'failed', failure: this.#failureOf(error) };
    }
  }

  async recent(since: number, signal: AbortSignal): Promise<BatchList> {
    const batches: ListedBatch[] = [];
    try {
      let after = '';
      for (let page = 1; page <= LIST_PAGES; page++) {
        const answer = await this.#json({ method: 'get', path: `${PATH}?limit=100${after}` }, signal);
        const listed = objectIn(answer);
        if (!Array.isArray(listed?.['data'])) return { kind: 'failed', failure: told(UNINTELLIGIBLE) };
        let isOlder = false;
        for (const item of listed['data']) {
          const batchId = idIn(item);
          if (!isObject(item) || batchId === null) continue;
          isOlder = Date.parse(textIn(item['created_at']) ?? '') < since;
          if (isOlder) break;
          const counts = Object.values(objectIn(item['request_counts']) ?? {});
          const requests = counts.reduce<number>((sum, count) => sum + countIn(count), 0);
          batches.push({ batchId, requests, hasEnded: item['processing_status'] === 'ended' });
        }
        const last = textIn(listed['last_id']);
        if (isOlder || listed['has_more'] !== true || last === null) break;
        after = `&after_id=${encodeURIComponent(last)}`;
      }
      return { kind: 'list', batches };
    } catch (error) {
      if (isNoRoute(error)) return { kind: 'none' };
      return { kind: 'failed', failure: this.#failureOf(error) };
    }
  }

  async *results(batchId: string, billing: BatchBilling, signal: AbortSignal): AsyncGenerator<BatchItem> {
    const watched = this.#watched(signal);
    const reading = { model: this, billing, quoting: this.#quoting() };
    let damaged: Failure | null = null;
    try {
      const sent = this.#send({ method: 'get', path: `${pathOf(batchId)}/results` }, watched.signal);
      const response = await watched.dog.while(sent);
      for await (const line of linesOf(response, watched.dog)) {
        const item = itemIn(line, reading);
        if (item) yield item;
        else damaged = DAMAGED;
      }
      yield { kind: 'end', failure: damaged && told(damaged) };
    } catch (error) {
      yield { kind: 'end', failure: watched.dog.expired === null ? this.#failureOf(error) : told(SILENT) };
    } finally {
      watched.release();
    }
  }

  async #json(sent: Parameters<SendTo>[0], signal: AbortSignal): Promise<unknown> {
    const watched = this.#watched(signal);
    try {
      const response = await watched.dog.while(this.#send(sent, watched.signal));
      return parsedLine(await textOf(response, watched.dog));
    } catch (error) {
      throw watched.dog.expired === null ? error : new WireFailure(SILENT, error);
    } finally {
      watched.release();
    }
  }

  /** A request that ends with `signal`, or after a long silence. */
  #watched(signal: AbortSignal) {
    const given = new AbortController();
    const dog = new Watchdog(this.#deps.clock, modelLimits, () => given.abort());
    const stop = firstOf(signal, given.signal);
    const release = (): void => {
      dog.stop();
      given.abort(OVER);
      stop.release();
    };
    return { signal: stop.signal, dog, release };
  }

  #failureOf(error: unknown): BatchFailure {
    return batchFailure(error, this.#quoting());
  }

  #quoting(): Quoting {
    const { key } = this.#connection;
    return { secrets: key === null ? [] : [key], now: this.#deps.clock.now() };
  }
}

/** Pages of the list that are read at most, with a hundred batches each. */
const LIST_PAGES = 10;

const pathOf = (batchId: string): string => `${PATH}/${encodeURIComponent(batchId)}`;

/** The id of a batch; null for what could not be part of a path. */
function idIn(batch: unknown): string | null {
  const id = textIn(objectIn(batch)?.['id']);
  return id !== null && /^[\w-]{1,200}$/u.test(id) ? id : null;
}
