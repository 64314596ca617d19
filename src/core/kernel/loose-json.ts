import { jsonWithDigits } from './exact-json.ts';
import type { Json } from './json.ts';

const FENCED = /^\s*```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*```\s*$/u;

/**
 * The value of JSON as weak models write it: in a fence of Markdown, or with a comma after the last member. Nothing is
 * guessed: without these it is JSON. @throws SyntaxError
 */
export function looseJson(text: string): Json {
  try {
    return jsonWithDigits(text);
  } catch (error) {
    const plain = withoutLastCommas(FENCED.exec(text)?.[1] ?? text);
    if (plain === text) throw error;
    return jsonWithDigits(plain);
  }
}

/** The same text without commas before a closing bracket, but for those within texts. Linear in the text. */
function withoutLastCommas(text: string): string {
  let kept = '';
  let from = 0;
  let comma = -1;
  /** The last sign that is not white space. */
  let before = '';
  let [isInText, isEscaped] = [false, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isInText) {
      if (isEscaped) isEscaped = false;
      else if (letter === '\\') isEscaped = true;
      else if (letter === '"') isInText = false;
    } else if (!/\s/u.test(letter)) {
      if ((letter === '}' || letter === ']') && comma >= 0) {
        kept += text.slice(from, comma);
        from = comma + 1;
      }
      comma = letter === ',' && !'{[,:'.includes(before) ? at : -1;
      isInText = letter === '"';
      before = letter;
    }
  }
  return kept + text.slice(from);
}
