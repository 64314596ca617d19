import type { Prompt } from '../engine/client.ts';
import { questionWords } from '#words/questions.ts';

type Question = NonNullable<Prompt['questions']>[number];
type Expects = Question['expects'];

/** The kind of field in which such an answer is typed. */
export function fieldFor(expects: Expects): {
  readonly type?: 'number' | 'email';
  readonly step?: 'any' | '1';
} {
  switch (expects?.kind) {
    case 'number':
      return { type: 'number', step: 'any' };
    case 'integer':
      return { type: 'number', step: '1' };
    case 'email':
      return { type: 'email' };
    case 'list':
    case undefined:
      return {};
  }
}

/** Why a list has too few or too many, in words; '' if it fits, and for an answer that is left out. */
export function wrongCountIn(expects: Expects, text: string): string {
  if (expects?.kind !== 'list') return '';
  const { minItems = 0, maxItems = Infinity } = expects;
  const items = new Set(
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
  if (items.size === 0 || (items.size >= minItems && items.size <= maxItems)) return '';
  return questionWords.wrongCount(items.size, minItems, maxItems);
}
