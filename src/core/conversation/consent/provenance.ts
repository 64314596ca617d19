import type { ToolCallId } from '../../kernel/ids.ts';
import type { Json } from '../../kernel/json.ts';
import { partsOf } from '../../trust/untrusted/untrusted.ts';
import type { ToolCallBlock } from '../../ports/model.ts';
import {
  isAgentsTaskNote,
  isBroughtNote,
  isHandedOverNote,
  isModelsMaterialNote,
  isUntrustedContextNote,
  SEARCHED,
} from '../threads/model.ts';
import { addressOf, type ComparedAddress } from '../../outside/web/model.ts';
import type { AskedAddress, ConsentDemand } from '../../ports/tools.ts';
import type { Turn } from './port.ts';

/** What an earlier call was. */
export interface EarlierCall {
  readonly demand: ConsentDemand;
  /** Whether addresses in its result come from the owner or from third parties, not from the model. */
  readonly bringsAddresses: boolean;
}

/**
 * Tracks where the addresses of a conversation come from. A model cannot hide its knowledge in an address that it did
 * not compose: one from its owner's words, or from the result of a page or a search, before the model itself wrote it.
 * Until the model has read untrusted content, no text can have told it to do so.
 */
export class Provenance {
  #heardUntrusted: boolean;
  /** Whether each is known by https only: a request by http would disclose it to the network. */
  readonly #known = new Map<string, { readonly isEncrypted: boolean }>();
  readonly #ofModel = new Set<string>();
  readonly #bringing = new Set<ToolCallId>();
  readonly #earlier: (call: ToolCallBlock) => EarlierCall | null;

  constructor(heardUntrusted: boolean, earlier: (call: ToolCallBlock) => EarlierCall | null) {
    this.#heardUntrusted = heardUntrusted;
    this.#earlier = earlier;
  }

  /** In the order of the conversation. Linear in its length. */
  hear(turns: readonly Turn[]): void {
    for (const { role, content } of turns) {
      const isOfAnother = content.some((block) => isHandedOverNote(block) || isBroughtNote(block));
      if (isOfAnother) this.#heardUntrusted = true;
      let author = isOfAnother || content.some(isAgentsTaskNote) ? 'assistant' : role;
      for (const block of content) {
        if (isModelsMaterialNote(block)) {
          // It may hold what the model read in that work, and addresses that it composed there.
          this.#heardUntrusted = true;
          author = 'assistant';
        }
        if (block.type === 'text') this.#text(block.text, author);
        if (block.type === 'note' && block.code === SEARCHED) this.#searched(block.found ?? []);
        // The owner sent it, but others may have written it: nothing in it counts as the owner's words.
        if (isUntrustedContextNote(block) || block.type === 'attachment') this.#heardUntrusted = true;
        if (block.type === 'tool_call') this.#call(block);
        if (block.type === 'tool_result') this.#result(block.toolCallId, block.output, block.success);
      }
    }
  }

  /** Whether a request to it discloses nothing that the model knows. */
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
      // The response to a call that needed consent, or went to a registered API, may contain an address that the call
      // itself put there.
      if (isReading && bringsAddresses) this.#bringing.add(call.toolCallId);
      const address = isReading && asks ? addressOf(asks.url) : null;
      if (address !== null) this.#learn([address]);
    }
    // JSON would encode a lone surrogate as six characters.
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

  /** What is known by http may be requested by https, but not the reverse. */
  #knows({ key, isEncrypted }: ComparedAddress): boolean {
    const known = this.#known.get(key);
    return known !== undefined && (isEncrypted || !known.isEncrypted);
  }

  #compose(text: string): void {
    // In the form in which it may return: a lone surrogate does not survive a round trip.
    for (const address of addressesIn(text.toWellFormed()))
      if (!this.#knows(address)) this.#ofModel.add(address.key);
  }
}

const WHOLE = /https?:\/\/[^\s<>"'`\\^{|}[\]]+/giu;
/** Addresses as people write them: `example.org/page`. */
const BARE =
  /(?<![\p{L}\p{N}@/.:-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?::\d{1,5})?(?:[/?][^\s<>"'`\\^{|}[\]]*)?/gu;
const PUNCTUATION = '.,;:!?*_~)';

const addressesIn = (text: string): readonly ComparedAddress[] => comparedOf(text.match(WHOLE) ?? []);

/** By https, the default of a browser. */
const bareAddressesIn = (text: string): readonly ComparedAddress[] =>
  comparedOf((text.match(BARE) ?? []).map((address) => `https://${address}`));

/** Each as it stands, and without trailing characters that may belong to the sentence around it. */
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
