/** Deeper than this, no line is indented further: the spaces would outgrow the text. */
const DEEPEST = 40;

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/gsu;

/**
 * JSON on indented lines; null if it is none. Every number and string stays as it was written: made anew from its value, a
 * long number would be another one.
 */
export function indented(json: string): string | null {
  try {
    JSON.parse(json);
  } catch {
    return null;
  }
  const parts: string[] = [];
  let depth = 0;
  let last = '';
  const newLine = () => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
  for (const [token] of json.matchAll(TOKEN)) {
    const isClosing = token === '}' || token === ']';
    const isAfterOpening = last === '{' || last === '[';
    if (isClosing) {
      depth -= 1;
      if (!isAfterOpening) parts.push(newLine());
    } else if (isAfterOpening || last === ',') parts.push(newLine());
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
    last = token;
  }
  return parts.join('');
}
