import type { ThreadId, ToolCallId } from '../../kernel/ids.ts';
import { untrusted } from '../../trust/untrusted/untrusted.ts';
import { refuse } from './errors.ts';
import { contextLimits } from './limits.ts';
import type { RunStore } from './store.ts';

/** Full results of earlier calls of a thread, for a model that was shown only their beginning. */
export class EarlierResults {
  readonly #runs: Pick<RunStore, 'toolCall'>;

  constructor(runs: Pick<RunStore, 'toolCall'>) {
    this.#runs = runs;
  }

  /**
   * At most `contextLimits.recallChars` of one result, starting at character `from`; a note at the end says how much is
   * left.
   * @throws Refusal tool_call_not_found
   */
  async read(threadId: ThreadId, id: ToolCallId, from: number, nonce: string): Promise<string> {
    const call = await this.#runs.toolCall(threadId, id);
    if (call?.output == null) throw refuse.tool_call_not_found();
    const part = call.output.slice(from, from + contextLimits.recallChars).toWellFormed();
    const left = call.output.length - from - part.length;
    // A slice of an element has lost a tag, but its content is still untrusted.
    const shown = call.output.includes('<untrusted-')
      ? untrusted({ text: part, source: `an earlier result of ${call.name}`, nonce })
      : part;
    return left > 0 ? `${shown}\n[${left} more characters: continue with from ${from + part.length}]` : shown;
  }
}
