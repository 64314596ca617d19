import { quoted } from '../../kernel/quoted.ts';
import type { RunId } from '../../kernel/ids.ts';
import type { SecretMask } from '../../trust/masking/redaction.ts';
import { insightLimits } from './limits.ts';
import type { Pattern, ToldPattern } from './model.ts';

/**
 * The pattern in a plain sentence. What others have written is in quotes and on one line; secrets are masked.
 * @param runs by the numbers of their ends
 */
export function told(pattern: Pattern, runs: ReadonlyMap<number, RunId>, mask: SecretMask): ToldPattern {
  const { patternId, kind } = pattern;
  const { ends, ...times } = pattern.evidence;
  const evidence = { ...times, runs: ends.flatMap((end) => runs.get(end) ?? []) };
  const tools = 'tools' in pattern ? pattern.tools.map((tool) => mask.text(tool)) : [];
  const threadId = pattern.kind === 'costly_thread' ? pattern.threadId : null;
  return { patternId, kind, says: sentence(pattern, tools, mask), tools, threadId, evidence };
}

function sentence(pattern: Pattern, tools: readonly string[], mask: SecretMask): string {
  const names = tools.map((tool) => quoted(tool, insightLimits.toolNameChars));
  const { count } = pattern.evidence;
  switch (pattern.kind) {
    case 'sequence':
      return `In ${atLeast(count, 'sequence')} runs that succeeded, these tools were used one after another: ${names.join(', ')}.`;
    case 'failing_tool':
      return `The tool ${names.join(', ')} failed in ${pattern.failures} of its last ${pattern.calls} calls.`;
    case 'costly_thread':
      return `A conversation has cost ${dollars(pattern.costUsd)}, ${timesMedian(pattern)} times as much as half of the conversations (${dollars(pattern.medianUsd)} or less).`;
    case 'repeated_question': {
      const text = quoted(mask.cutText(pattern.text), insightLimits.question.keptChars + 1);
      return `A question like ${text} was asked ${atLeast(count, 'repeated_question')} times.`;
    }
  }
}

/** Only the newest runs are counted. */
const atLeast = (count: number, kind: keyof typeof insightLimits.evidence): string =>
  count < insightLimits.evidence[kind] ? String(count) : `at least ${count}`;

const timesMedian = ({ costUsd, medianUsd }: { costUsd: number; medianUsd: number }): number =>
  Math.floor(costUsd / medianUsd);

const dollars = (usd: number): string => `$${usd >= 0.01 ? usd.toFixed(2) : usd.toPrecision(2)}`;
