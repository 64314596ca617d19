import { quote } from '../../kernel/quoted.ts';
import type { RunId } from '../../kernel/ids.ts';
import type { Says } from '../../kernel/says.ts';
import type { SecretMask } from '../../trust/masking/redaction.ts';
import { insightLimits } from './limits.ts';
import type { Pattern, ToldPattern } from './model.ts';
import { say } from './says.ts';

/**
 * The pattern with its sentence. What others have written is a fact of its own, and secrets are masked.
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

function sentence(pattern: Pattern, tools: readonly string[], mask: SecretMask): Says {
  const names = tools.map((tool) => quote(tool, insightLimits.toolNameChars));
  const { count } = pattern.evidence;
  switch (pattern.kind) {
    case 'sequence':
      return say('pattern.sequence', { tools: names, runs: count, isAtLeast: isMost(count, 'sequence') });
    case 'failing_tool': {
      const { failures, calls } = pattern;
      return say('pattern.failing-tool', { tools: names, failures, calls });
    }
    case 'costly_thread': {
      const { costUsd, medianUsd } = pattern;
      const [usd, ofHalfUsd] = [rounded(costUsd), rounded(medianUsd)];
      return say('pattern.costly-thread', { usd, times: Math.floor(costUsd / medianUsd), ofHalfUsd });
    }
    case 'repeated_question': {
      const text = quote(mask.cutText(pattern.text), insightLimits.question.keptChars + 1);
      return say('pattern.repeated-question', { text, count, isAtLeast: isMost(count, 'repeated_question') });
    }
  }
}

/** Only the newest runs are counted. */
const isMost = (count: number, kind: keyof typeof insightLimits.evidence): boolean =>
  count >= insightLimits.evidence[kind];

const rounded = (usd: number): number => Number(usd >= 0.01 ? usd.toFixed(2) : usd.toPrecision(2));
