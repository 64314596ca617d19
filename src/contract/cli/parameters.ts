import { WrongOption, type CommandInput } from './command.ts';

/** The option that gives a workflow a value. */
export const PARAMETER = {
  name: 'param',
  value: 'name=value',
  summary: 'a value for a parameter of the workflow; may be repeated',
  repeats: true,
} as const;

/**
 * `--param day=monday --param count=3`: what is a number or true or false is one; quotes make it a text: `--param 'id="3"'`.
 * @throws WrongOption
 */
export function parametersFrom({ lists }: CommandInput): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    (lists.get('param') ?? []).map((text) => {
      const at = text.indexOf('=');
      if (at <= 0) throw new WrongOption('--param is a name and a value, like --param day=monday.');
      return [text.slice(0, at), valueOf(text.slice(at + 1))];
    }),
  );
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"')) return text.slice(1, -1);
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}
