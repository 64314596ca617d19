import type { ToolCallId } from '../kernel/ids.ts';
import type { Json } from '../kernel/json.ts';
import { partsOf } from '../untrusted/untrusted.ts';
import type { ToolCallBlock } from '../ports/model.ts';
import { isUntrustedContextNote, SEARCHED } from '../threads/model.ts';
import { addressOf, type ComparedAddress } from '../web/model.ts';
import type { AskedAddress, ConsentDemand } from '../ports/tools.ts';
import type { Turn } from './port.ts';

/** What an earlier call was. */
export interface EarlierCall {
  readonly demand: ConsentDemand;
  /** The addresses in what it gave are a stranger's or the owner's, and not the model's. */
  readonly bringsAddresses: boolean;
}

/**
 * Where the addresses of a conversation come from. A model cannot put what it knows into an address that
 * it did not make up: one that stands in its owner's words, or in what a page or a search gave, before the model itself
 * has written it. Before any untrusted content was heard, no text can have told it to.
 */
export class Provenance {
  #heardUntrusted: boolean;
  /** Of each, whether it is known by https only: asked by http, others on the way would learn it. */
  readonly #known = new Map<string, { readonly isEncrypted: boolean }>();
  readonly #ofModel = new Set<string>();
  readonly #bringing = new Set<ToolCallId>();
  readonly #earlier: (call: ToolCallBlock) => EarlierCall | null;

  constructor(heardUntrusted: boolean, earlier: (call: ToolCallBlock) => EarlierCall | null) {
    this.#heardUntrusted = heardUntrusted;
    this.#earlier = earlier;
  }

  /** In the order in which they were said. Takes each character a fixed number of times. */
  hear(turns: readonly Turn[]): void {
    for (const { role, content } of turns)
      for (const block of content) {
        if (block.type === 'text') this.#text(block.text, role);
        if (block.type === 'note' && block.code === SEARCHED) this.#searched(block.found ?? []);
        if (isUntrustedContextNote(block)) this.#heardUntrusted = true;
        if (block.type === 'tool_call') this.#call(block);
        if (block.type === 'tool_result') this.#result(block.toolCallId, block.output, block.success);
      }
  }

  /** Whether asking there gives away nothing that the model knows. */
  isMereReading({ url, carries }: AskedAddress): boolean {
    if (carries === 'words') return !this.#heardUntrusted;
    const address = addressOf(url);
    if (address !== null && this.#knows(address)) return true;
    return carries === 'little' && !this.#heardUntrusted;
  }

  #text(text: string, role: Turn['role']): void {
    if (role === 'assistant') return this.#compose(text);
    const { outside, inside } = partsOf(text);
    if (inside !== '') this.#heardUntrusted = true;
    this.#learn([...addressesIn(inside), ...addressesIn(outside), ...bareAddressesIn(outside)]);
  }

  #call(call: ToolCallBlock): void {
    const earlier = this.#earlier(call);
    if (earlier) {
      const { demand, bringsAddresses } = earlier;
      const { asks } = demand;
      const isReading = demand.class === 'read' && (!asks || this.isMereReading(asks));
      // What went through by consent, or to a registered API, may come back as another address: a server says whatever
      // it was told to say.
      if (isReading && bringsAddresses) this.#bringing.add(call.toolCallId);
      const address = isReading && asks ? addressOf(asks.url) : null;
      if (address !== null) this.#learn([address]);
    }
    // JSON would write half a character as six others.
    this.#compose(
      JSON.stringify(call.input, (_, value: Json) =>
        typeof value === 'string' ? value.toWellFormed() : value,
      ),
    );
  }

  #searched(found: readonly string[]): void {
    this.#heardUntrusted = true;
    this.#foreign(found.flatMap((address) => addressOf(address) ?? []));
  }

  #result(id: ToolCallId, output: string, success: boolean): void {
    const { outside, inside } = partsOf(output);
    if (inside !== '') this.#heardUntrusted = true;
    if (!success || !this.#bringing.has(id)) return;
    this.#foreign([...addressesIn(outside), ...addressesIn(inside)]);
  }

  #foreign(addresses: readonly ComparedAddress[]): void {
    this.#learn(addresses.filter(({ key }) => !this.#ofModel.has(key)));
  }

  #learn(addresses: readonly ComparedAddress[]): void {
    for (const { key, isEncrypted } of addresses)
      this.#known.set(key, { isEncrypted: isEncrypted && (this.#known.get(key)?.isEncrypted ?? true) });
  }

  /** What is known by http may be asked by https, and not the other way round. */
  #knows({ key, isEncrypted }: ComparedAddress): boolean {
    const known = this.#known.get(key);
    return known !== undefined && (isEncrypted || !known.isEncrypted);
  }

  #compose(text: string): void {
    // As it may be said again: half a character does not come back as it was.
    for (const address of addressesIn(text.toWellFormed()))
      if (!this.#knows(address)) this.#ofModel.add(address.key);
  }
}

const WHOLE = /https?:\/\/[^\s<>"'`\\^{|}[\]]+/giu;
/** As people write them: `example.org/page`. */
const BARE =
  /(?<![\p{L}\p{N}@/.:-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?::\d{1,5})?(?:[/?][^\s<>"'`\\^{|}[\]]*)?/gu;
const PUNCTUATION = '.,;:!?*_~)';

const addressesIn = (text: string): readonly ComparedAddress[] => comparedOf(text.match(WHOLE) ?? []);

/** By https, as a browser would ask them. */
const bareAddressesIn = (text: string): readonly ComparedAddress[] =>
  comparedOf((text.match(BARE) ?? []).map((address) => `https://${address}`));

/** Each as it stands there, and as it is without one or more of the signs that may be those of its sentence. */
const comparedOf = (addresses: readonly string[]): readonly ComparedAddress[] =>
  addresses.flatMap((address) => endings(address).flatMap((one) => addressOf(one) ?? []));

const MAX_SIGNS = 4;

function endings(address: string): readonly string[] {
  const found = [address];
  for (let end = address.length; found.length <= MAX_SIGNS; end--) {
    if (!PUNCTUATION.includes(address.charAt(end - 1))) break;
    found.push(address.slice(0, end - 1));
  }
  return found;
}
