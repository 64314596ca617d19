import { firstOf } from '../../kernel/abort.ts';
import type { Page } from '../../kernel/page.ts';
import { redactText } from '../../trust/masking/redaction.ts';
import { PROVIDERS, type Connection, type Draft, type Provider } from '../../instance/models/model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Model, ModelEnd, ModelRequest } from '../../ports/model.ts';
import { refuse as refuseRun } from '../runs/errors.ts';
import { withTexts, type Says } from '../../kernel/says.ts';
import { must, say as sayOfValue } from '../../kernel/value-says.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';
import { KeptLists } from './kept-lists.ts';
import { providerLimits } from './limits.ts';
import type { Check, ListedModel, LocalServer, ModelPosition, Trial } from './model.ts';
import type { ListAddress, Listing, ModelLists, Trials } from './port.ts';
import {
  judged,
  missingChecks,
  needsList,
  refusesTools,
  toolsRefused,
  trialRequest,
  failing,
  type Heard,
} from './trial.ts';

type Sent = Pick<ModelRequest, 'system' | 'tools'>;

export interface ProviderServiceDeps {
  readonly models: Trials;
  readonly lists: ModelLists;
  readonly clock: Clock;
  /** What a conversation with this model begins with, without its owner's instructions: the place is only tried. */
  readonly sent: (model: Pick<Connection, 'contextWindow' | 'toolShare'>) => Sent;
  /** Where servers of this machine are looked for. */
  readonly local: readonly Omit<LocalServer, 'models'>[];
}

/** Tries providers before they are saved, and lists what they and this machine offer. Saves nothing. */
export class ProviderService {
  readonly #deps: ProviderServiceDeps;
  readonly #kept: KeptLists;

  constructor(deps: ProviderServiceDeps) {
    this.#deps = deps;
    this.#kept = new KeptLists(deps.clock);
  }

  /**
   * Makes one small request with these settings and says what is right and wrong with them; a failure of the provider is
   * a result. `profile` names a saved profile that the draft changes. A key in the draft is used for this call and kept
   * nowhere; without one, the saved keys go where they may go.
   * @throws Refusal invalid_request, profile_unknown
   */
  async test(draft: Draft, profile: string | null, signal: AbortSignal): Promise<Trial> {
    const { connection, missing } = this.#outlined(draft, profile);
    const { signal: late, cancel } = this.#deps.clock.deadline(providerLimits.testMs);
    const stop = firstOf(signal, late);
    try {
      const [first] = missing;
      const tried =
        first === undefined
          ? await this.#tried(connection, stop.signal, late)
          : { checks: await this.#without(first, connection, stop.signal), firstTextMs: null };
      const checks = tried.checks.map((check) => masked(check, connection.key));
      return {
        ok: checks.every(({ ok }) => ok === true),
        provider: connection.provider,
        model: connection.modelId === '' ? null : connection.modelId,
        firstTextMs: tried.firstTextMs,
        checks,
      };
    } finally {
      cancel();
      stop.release();
    }
  }

  /**
   * The models that the provider's server lists, by id; kept for a minute. `address` replaces the saved one; a key that
   * names no address (COMPAT_API_KEY) does not go to an address that the settings do not name.
   * @throws Refusal provider_unknown, profile_unknown, provider_incomplete, models_not_listed, provider_error, …
   */
  async models(
    provider: string,
    from: { readonly address: string | null; readonly profile: string | null },
    page: { readonly limit: number; readonly after: ModelPosition | null },
    signal: AbortSignal,
  ): Promise<Page<ListedModel, ModelPosition>> {
    if (!isProvider(provider)) throw refuse.provider_unknown({ provider });
    const draft = { provider, ...(from.address === null ? {} : { api_base_url: from.address }) };
    const { connection, missing, isNamed } = this.#outlined(draft, from.profile);
    if (missing.includes('address')) throw refuse.models_not_listed({}, say('providers.no_address'));
    if (missing.includes('key')) throw refuse.models_not_listed({}, say('providers.no_key'));
    const key = from.address === null || isNamed ? connection.key : null;
    const all = await this.#listed({ ...connection, key }, signal);
    const rest = page.after === null ? all : all.filter(({ id }) => id > (page.after?.id ?? ''));
    const items = rest.slice(0, page.limit);
    const last = items.at(-1);
    return { items, next: rest.length > items.length && last ? { id: last.id } : null };
  }

  /** Servers that answer on their usual ports of this machine, now. */
  async local(signal: AbortSignal): Promise<readonly LocalServer[]> {
    const { lists, clock, local } = this.#deps;
    const { signal: late, cancel } = clock.deadline(providerLimits.localMs);
    const stop = firstOf(signal, late);
    const found = await Promise.all(
      local.map(async (server): Promise<readonly LocalServer[]> => {
        const address = { provider: 'compat', endpoint: server.baseUrl, key: null } as const;
        const listing = await lists.list(address, stop.signal);
        if (listing.kind !== 'models') return [];
        const ids = listing.models.slice(0, providerLimits.localModels).map(({ id }) => id);
        return [{ name: server.name, baseUrl: server.baseUrl, models: ids }];
      }),
    );
    cancel();
    stop.release();
    return found.flat();
  }

  #outlined(draft: Draft, profile: string | null) {
    if (draft.api_base_url !== undefined && !URL.canParse(draft.api_base_url))
      throw refuse.invalid_request({
        violations: [{ path: '/api_base_url', says: must(sayOfValue('demand.web_address')) }],
      });
    return this.#deps.models.outline(draft, profile);
  }

  async #without(
    missing: Parameters<typeof missingChecks>[0],
    connection: Connection,
    signal: AbortSignal,
  ): Promise<readonly Check[]> {
    const listing = missing === 'model' ? await this.#deps.lists.list(connection, signal) : null;
    return missingChecks(missing, listing);
  }

  async #tried(connection: Connection, signal: AbortSignal, late: AbortSignal) {
    const { models, lists } = this.#deps;
    const model = await models.openOnce({
      ...connection,
      outputLimit: providerLimits.testTokens,
      thinks: false,
    });
    const sent = this.#deps.sent(connection);
    const unready = (await model.unready?.()) ?? null;
    if (unready !== null)
      return {
        checks: failing('key', { code: 'key_missing', says: unready }, ['reach']),
        firstTextMs: null,
      };
    const heard = await this.#heard(model, true, sent, signal, late);
    const { firstTextMs } = heard;
    if (refusesTools(heard) && heard.end.stop === 'failed') {
      const plain = await this.#heard(model, false, sent, signal, late);
      if (plain.end.stop === 'end_turn')
        return { checks: toolsRefused(heard.end.says), firstTextMs: plain.firstTextMs };
    }
    const listing = needsList(heard) ? await lists.list(connection, signal) : null;
    return { checks: judged(heard, connection.modelId, connection.key !== null, listing), firstTextMs };
  }

  async #heard(
    model: Model,
    withTool: boolean,
    sent: Sent,
    signal: AbortSignal,
    late: AbortSignal,
  ): Promise<Heard> {
    const { clock } = this.#deps;
    const startedAt = clock.monotonic();
    let firstTextMs: number | null = null;
    let chars = 0;
    for await (const event of model.stream(trialRequest(withTool, sent), signal)) {
      if (event.type === 'end') return { end: event, firstTextMs, isCut: false, isLate: late.aborted };
      if (event.type === 'retry' || event.type === 'was_thinking') continue;
      firstTextMs ??= Math.round(clock.monotonic() - startedAt);
      chars += event.text.length;
      if (chars > providerLimits.testChars) break;
    }
    return { end: CUT, firstTextMs, isCut: true, isLate: false };
  }

  async #listed(address: ListAddress, signal: AbortSignal): Promise<readonly ListedModel[]> {
    const known = this.#kept.get(address);
    if (known) return known;
    const { signal: late, cancel } = this.#deps.clock.deadline(providerLimits.listMs);
    const stop = firstOf(signal, late);
    const listing = await this.#deps.lists.list(address, stop.signal);
    cancel();
    stop.release();
    if (late.aborted) throw refuseRun.provider_timeout({}, say('providers.list_late'));
    const models = withoutSecrets(modelsIn(listing, address.key), address.key).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    this.#kept.keep(address, models);
    return models;
  }
}

/** @throws Refusal models_not_listed, provider_error */
function modelsIn(listing: Listing, key: string | null): readonly ListedModel[] {
  switch (listing.kind) {
    case 'models':
      return listing.models;
    case 'none':
      throw refuse.models_not_listed();
    case 'failed':
      throw refuseRun.provider_error({}, [
        say('providers.list_unread'),
        ...listing.says.map((one) => masking(one, key)),
      ]);
  }
}

const isProvider = (name: string): name is Provider => (PROVIDERS as readonly string[]).includes(name);

const knownIn = (key: string | null): readonly string[] => (key === null ? [] : [key]);

/** Without ids and names that hold the key or what looks like one: servers quote what they were sent. */
function withoutSecrets(models: readonly ListedModel[], key: string | null): readonly ListedModel[] {
  const known = knownIn(key);
  const isClean = (text: string): boolean => redactText(text, known) === text;
  return models
    .filter(({ id }) => isClean(id))
    .map(({ id, name }) => ({ id, name: name !== null && isClean(name) ? name : null }));
}

/** Servers quote what they were sent, also in names of models. */
const masked = ({ says, near, ...check }: Check, key: string | null): Check => {
  const known = knownIn(key);
  return {
    ...check,
    says: says.map((one) => masking(one, key)),
    ...(near ? { near: near.map((id) => redactText(id, known)) } : {}),
  };
};

const masking = (says: Says, key: string | null): Says =>
  withTexts(says, (text) => redactText(text, knownIn(key)));

const CUT: ModelEnd = {
  type: 'end',
  stop: 'aborted',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
};
