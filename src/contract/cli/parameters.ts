import { type CommandInput, WrongOption } from './command.ts';
import { say } from './says.ts';

/** The option that gives a workflow a value. */
export const PARAMETER = {
  name: 'param',
  value: 'name=value',
  repeats: true,
} as const;

/** `--param day=monday --param count=3`. @throws WrongOption */
export function parametersFrom({ lists }: CommandInput): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (lists.get('param') ?? []).map((text) => {
      const at = text.indexOf('=');
      if (at <= 0) throw new WrongOption(say('option.no_parameter'));
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** As the parameters of the workflow want them; what is none of these stays a text, and the engine says so. */
export function typed(
  given: Readonly<Record<string, string>>,
  declared: readonly { readonly name: string; readonly type: 'string' | 'number' | 'boolean' }[],
): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [
      name,
      valueOf(text, declared.find((one) => one.name === name)?.type ?? 'string'),
    ]),
  );
}

function valueOf(text: string, type: 'string' | 'number' | 'boolean'): string | number | boolean {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const number = Number(text);
  return type === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text;
}
