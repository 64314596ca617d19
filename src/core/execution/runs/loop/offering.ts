import type { ToolSwitches } from '../../../instance/tool-switches/model.ts';
import type { Model, ToolDefinition } from '../../../ports/model.ts';
import type { RunEventData } from '../events.ts';
import type { FoundTools, Tool } from '../port.ts';
import { familiesOf, FINDER, found, offered, sizeOf, toolRoom, type Offer } from '../window/offer.ts';
import { definitionsOf } from '../window/tool-definition.ts';
import type { Turn } from '../window/outbound.ts';

interface OfferingInput {
  readonly tools: readonly Tool[];
  readonly asked?: readonly string[];
  readonly switches?: ToolSwitches | null;
  readonly model: Pick<Model, 'contextWindow' | 'toolShare'>;
}

/** What one run or sub-agent offers its model, turn by turn. */
export class Offering {
  readonly #input: OfferingInput;
  #last: Offer = { tools: [], leftOut: [], tooLarge: [] };
  #told: Offer | null = null;

  constructor(input: OfferingInput) {
    this.#input = input;
  }

  /** Chooses what the next turn is offered. The same list until it changes. */
  choose(turns: readonly Turn[]): readonly ToolDefinition[] {
    const next = this.#after(turns);
    const isSame =
      next.tools.length === this.#last.tools.length &&
      next.tools.every((tool, index) => tool === this.#last.tools[index]);
    if (!isSame) this.#last = next;
    return definitionsOf(this.#last.tools);
  }

  /**
   * For those who follow the run, each time that the offer has changed, from the moment when something that is needed, or
   * that a tool server has, is left out.
   */
  news(): readonly RunEventData[] {
    const { tools, leftOut, tooLarge } = this.#last;
    const isUsual = tooLarge.length === 0 && leftOut.every(({ ofServer }) => ofServer === undefined);
    if (this.#last === this.#told || (isUsual && this.#told === null)) return [];
    this.#told = this.#last;
    const names = tools.map(({ name }) => name);
    return [
      {
        type: 'tools_offered',
        data: {
          tools: names,
          tokens: sizeOf(tools),
          leftOut: familiesOf(leftOut),
          noRoom: tooLarge.map(({ name }) => name),
        },
      },
    ];
  }

  /** `turns` end with the call that looks for them. */
  find(words: string, turns: readonly Turn[]): FoundTools {
    const now = new Set(this.#after(turns).tools.map(({ name }) => name));
    const all = found(
      this.#input.tools.filter(({ name }) => name !== FINDER),
      words,
    );
    return {
      loaded: all.filter((tool) => now.has(tool.name)),
      tooLarge: all.filter((tool) => !now.has(tool.name)),
    };
  }

  /** The schema of a tool that the model calls and was not shown. */
  hintFor(called: string): string {
    if (this.#last.tools.some(({ name }) => name === called)) return '';
    const tool = this.#input.tools.find(({ name }) => name === called);
    return tool === undefined ? '' : ` Its input: ${JSON.stringify(tool.inputSchema)}`;
  }

  #after(turns: readonly Turn[]): Offer {
    const { tools, asked = [], switches = null, model } = this.#input;
    return offered({ tools, room: toolRoom(model), turns, asked, switches });
  }
}
