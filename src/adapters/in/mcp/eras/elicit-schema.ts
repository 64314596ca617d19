import type { HostAnswer, HostQuestion } from '../../../../contract/tool-server/row.ts';

type Words = Extract<HostQuestion, { kind: 'words' }>;

interface FormSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties: Record<string, { type: 'string'; title: string; description?: string; enum?: string[] }>;
  required?: string[];
}

/** The form for a question: its options as a list to choose from, and a line for other words where they are accepted. */
export function formFor({ options, allowFreeText }: Words): FormSchema {
  if (options.length === 0)
    return {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer' } },
      required: ['answer'],
    };
  const answer = { type: 'string' as const, title: 'Answer', enum: [...options] };
  if (!allowFreeText) return { type: 'object', properties: { answer }, required: ['answer'] };
  const other = {
    type: 'string' as const,
    title: 'In other words',
    description: 'Instead of one of the options',
  };
  return { type: 'object', properties: { answer, other } };
}

/** The answer in what a host returned for a form or a page. It is untrusted. */
export function answerIn(returned: unknown, question: HostQuestion['kind']): HostAnswer {
  const { action, content } = (returned ?? {}) as { readonly action?: unknown; readonly content?: unknown };
  if (action !== 'accept') return null;
  if (question === 'page') return { text: '' };
  const { answer, other } = (content ?? {}) as { readonly answer?: unknown; readonly other?: unknown };
  const said = [other, answer].find((text) => typeof text === 'string' && text.trim() !== '');
  return said === undefined ? null : { text: said as string };
}
