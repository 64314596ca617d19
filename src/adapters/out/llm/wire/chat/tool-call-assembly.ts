import { toolCallId } from '../../../../../core/kernel/ids.ts';
import type { RequestedToolCall } from '../../../../../core/ports/model.ts';
import { addPart } from '../failure.ts';
import { CallInProgress, type CallFragment } from './call-in-progress.ts';
import type { CallExtra } from './extra-content.ts';

/**
 * Assembles the calls of one answer from their fragments. Servers mark the fragments of a call by an index, by an id,
 * by both, or not at all. The index may be 0 for all, the id may differ in each chunk, and either may come late. If the
 * marks are ambiguous, complete arguments end a call.
 */
export class ToolCallAssembly {
  readonly #calls: CallInProgress[] = [];
  #bytes = 0;

  /** Adds the fragments of one chunk. */
  add(fragments: readonly CallFragment[]): void {
    const touched = new Set<CallInProgress>();
    for (const fragment of fragments) {
      this.#bytes += Buffer.byteLength(fragment.arguments) + Buffer.byteLength(fragment.name ?? '');
      const call = this.#callOf(fragment, touched);
      call.add(fragment);
      touched.add(call);
    }
  }

  get isEmpty(): boolean {
    return this.#calls.every((call) => call.isNothing);
  }

  /** UTF-8 bytes of names and arguments that have arrived. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The calls of a completed answer, with unique ids: the server's own where they are unique. */
  requested(): readonly RequestedToolCall[] {
    const calls = this.#asked;
    const taken = new Set(calls.map(({ id }) => id));
    const given = new Set<string>();
    let count = 0;
    const generated = () => {
      do count += 1;
      while (taken.has(`call_${count}`));
      return `call_${count}`;
    };
    return calls.map((call) => {
      const id = call.id === null || given.has(call.id) ? generated() : call.id;
      given.add(id);
      return { type: 'tool_call', toolCallId: toolCallId(id), ...call.outcome() };
    });
  }

  /** The extra data of the calls, by their positions. */
  extras(): readonly CallExtra[] {
    return this.#asked.flatMap(({ extraContent }, index) =>
      extraContent === null ? [] : [{ index, extraContent }],
    );
  }

  get #asked(): readonly CallInProgress[] {
    return this.#calls.filter((call) => !call.isNothing);
  }

  #callOf(fragment: CallFragment, touched: ReadonlySet<CallInProgress>): CallInProgress {
    const known = this.#marked(fragment);
    if (known && !beginsAnother(known, fragment, touched.has(known))) return known;
    const begun = new CallInProgress();
    addPart(this.#calls, begun);
    return begun;
  }

  /** The call that the marks of the fragment identify; without marks, the latest one. */
  #marked({ id, index }: CallFragment): CallInProgress | undefined {
    const isAt = (call: CallInProgress) => index === null || call.index === null || call.index === index;
    const byId = id === null ? undefined : this.#calls.findLast((call) => call.id === id && isAt(call));
    if (byId) return byId;
    return index === null ? this.#calls.at(-1) : this.#calls.findLast((call) => call.index === index);
  }
}

/** Whether a fragment begins a new call, although its marks identify `call`. */
function beginsAnother(call: CallInProgress, fragment: CallFragment, isTouched: boolean): boolean {
  const { id, name } = fragment;
  const isSameId = id !== null && id === call.id;
  // Some servers use a new id for each chunk: then only a name, or a completed call, makes it a new call.
  if (id !== null && call.id !== null && !isSameId) return name !== null || call.isComplete;
  if (name === null || call.name === null) return false;
  if (call.isComplete) {
    if (call.isRepeatedBy(fragment)) return isTouched && !isSameId;
    return !isSameId || call.isFollowedBy(fragment);
  }
  if (isSameId) return false;
  if (!call.isWithoutArguments) return name !== call.name;
  // So far only the name has come: it is repeated, or continues, or was the whole call.
  if (name === call.name) return isTouched;
  return !(call.id !== null && fragment.index !== null && fragment.arguments === '');
}
