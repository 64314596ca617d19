import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionOutcome,
} from '@agentclientprotocol/sdk';
import type { Followed } from '../followed.ts';

type Asked = Extract<
  Extract<Followed, { readonly type: 'asks' }>['asked'],
  { readonly type: 'prompt' }
>['data'];

/** A question that the engine itself asks and that is answered by one of its options: whether something may be done. */
export const isPermission = ({
  choices,
  questions,
  options,
}: Pick<Asked, 'choices' | 'questions' | 'options'>): boolean =>
  choices !== undefined && questions === undefined && options.length > 0;

/** The options of a question in their order. Their ids are their codes, or where there are none their places. */
export const optionsOf = ({
  options,
  choices = [],
}: Pick<Asked, 'options' | 'choices'>): PermissionOption[] =>
  options.map((name, index) => {
    const code = choices[index]?.code ?? String(index);
    return { optionId: code, name, kind: kindOf(code, index === options.length - 1) };
  });

function kindOf(code: string, isLast: boolean): PermissionOptionKind {
  if (isLast) return 'reject_once';
  return /^consent\.(?:place|tool|server)/u.test(code) ? 'allow_always' : 'allow_once';
}

/** The option that was chosen, and whether it is a no; null if the client names none of these. */
export function chosenIn(
  asked: Pick<Asked, 'options' | 'choices'>,
  outcome: RequestPermissionOutcome,
): { readonly answer: string; readonly isNo: boolean } | null {
  if (outcome.outcome !== 'selected') return null;
  const chosen = optionsOf(asked).find(({ optionId }) => optionId === outcome.optionId);
  return chosen === undefined ? null : { answer: chosen.name, isNo: chosen.kind === 'reject_once' };
}
