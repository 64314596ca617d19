import type { runs } from '../../../contract/agent/runs.ts';
import type { FoundTools, Tool } from '../../../core/execution/runs/port.ts';
import { modelText, trusted, type MarkUntrusted, type ModelText, type Renderers } from './model-text.ts';

/** The service marks outside text in the earlier result. */
export const runsRenderers: Renderers<(typeof runs)[number]> = {
  recall_tool_result: trusted,
  find_tools: ({ loaded, tooLarge }, marked) => {
    if (loaded.length + tooLarge.length === 0) return NOTHING;
    const left = tooLarge.map(({ name }) => name).join(', ');
    const more =
      left === '' ? trusted('') : modelText`\nThere is no room for ${trusted(left)}: use other words.`;
    return modelText`${described({ loaded, tooLarge }, marked)}${more}`;
  },
};

const NOTHING = trusted('No tool was found. Try other words, or the name of a family.');

/** Tool servers describe their tools in words of their own. */
function described({ loaded }: FoundTools, marked: MarkUntrusted): ModelText {
  if (loaded.length === 0) return trusted('None could be loaded.');
  const own = loaded.filter(({ ofServer }) => ofServer === undefined);
  const others = loaded.filter(({ ofServer }) => ofServer !== undefined);
  const foreign = others.length === 0 ? trusted('') : modelText`\n${marked('tool servers', lines(others))}`;
  return modelText`You can call these now:\n${trusted(lines(own))}${foreign}`;
}

const lines = (tools: readonly Tool[]): string =>
  tools.map(({ name, description }) => `- ${name}: ${description.slice(0, 120)}`).join('\n');
