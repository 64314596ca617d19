import { canonicalJson, type JsonObject } from '../../../kernel/json.ts';
import { toolLimits } from '../../../kernel/limits.ts';
import type { ToolOutcome } from '../../../ports/tools.ts';

export type Verdict = 'go' | 'refuse' | 'end';

/**
 * Detects a model that keeps calling the same tool with the same input and getting the same result. After three such
 * calls in a row the next is refused with a message; a model that ignores two refusals ends its run with `stopReason:
 * "loop"`.
 */
export class RepeatGuard {
  #key = '';
  #output = '';
  #repeats = 0;
  #refusals = 0;

  judge(name: string, input: JsonObject): Verdict {
    if (keyOf(name, input) !== this.#key || this.#repeats < toolLimits.repeats) return 'go';
    this.#refusals += 1;
    return this.#refusals > toolLimits.ignoredRefusals ? 'end' : 'refuse';
  }

  /** Records a call that was carried out. Call it in the order of the calls. */
  saw(name: string, input: JsonObject, outcome: ToolOutcome): void {
    const key = keyOf(name, input);
    if (key === this.#key && outcome.output === this.#output) {
      this.#repeats += 1;
      return;
    }
    this.#key = key;
    this.#output = outcome.output;
    this.#repeats = 1;
    this.#refusals = 0;
  }
}

const keyOf = (name: string, input: JsonObject): string => `${name} ${canonicalJson(input)}`;
