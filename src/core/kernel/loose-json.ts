import { jsonWithDigits } from './exact-json.ts';
import type { Json } from './json.ts';

/**
 * The value of JSON as weak models write it: in a fence of Markdown, with a comma after the last member, with line breaks and
 * tabs as they are within texts, with Python's None, True and False. Nothing is guessed: without these it is JSON.
 * @throws SyntaxError
 */
export function looseJson(text: string): Json {
  try {
    return jsonWithDigits(text);
  } catch (error) {
    const plain = asJson(unfenced(text));
    if (plain === text) throw error;
    return jsonWithDigits(plain);
  }
}

const FENCE = '```';
const FIRST_LINE = /^```[\w-]*[ \t]*\r?\n/u;

/** What stands in a fence of Markdown that is all of the text. Looks at its first line and at its end alone. */
function unfenced(text: string): string {
  const fenced = text.trim();
  const [first] = (fenced.startsWith(FENCE) && fenced.endsWith(FENCE) && FIRST_LINE.exec(fenced)) || [];
  return first === undefined || fenced.length < first.length + FENCE.length
    ? text
    : fenced.slice(first.length, -FENCE.length);
}

const OF_PYTHON = /(?:None|True|False)(?![\w$])/uy;
const IN_JSON: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' };

/** The same text with what `looseJson` takes as JSON has it. Linear in the text. */
function asJson(text: string): string {
  let kept = '';
  let from = 0;
  let comma = -1;
  /** The last sign that is not white space. */
  let before = '';
  let [isInText, isEscaped] = [false, false];
  const replace = (at: number, length: number, by: string) => {
    kept += text.slice(from, at) + by;
    from = at + length;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isInText) {
      if (letter < ' ' && !isEscaped) replace(at, 1, JSON.stringify(letter).slice(1, -1));
      if (isEscaped) isEscaped = false;
      else if (letter === '\\') isEscaped = true;
      else if (letter === '"') isInText = false;
    } else if (!/\s/u.test(letter)) {
      if ((letter === '}' || letter === ']') && comma >= 0) replace(comma, 1, '');
      comma = letter === ',' && !'{[,:'.includes(before) ? at : -1;
      isInText = letter === '"';
      OF_PYTHON.lastIndex = at;
      const [word] = (before === '' || '{[,:'.includes(before) ? OF_PYTHON.exec(text) : null) ?? [];
      if (word !== undefined) {
        replace(at, word.length, IN_JSON[word]!);
        at += word.length - 1;
      }
      before = letter;
    }
  }
  return kept + text.slice(from);
}
