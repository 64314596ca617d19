import { JsonValueEnd } from '../../../core/kernel/json-value-end.ts';

/**
 * The line that each object of a JSON list begins in, from 1. What is all in one line is found by its place in the list, so
 * then, and for any other JSON, there are none.
 */
export function linesOfRows(text: string): readonly number[] {
  const begin = /^\s*\[/u.exec(text)?.[0].length;
  if (begin === undefined) return [];
  const lines: number[] = [];
  const value = new JsonValueEnd();
  const isSpace = (at: number) =>
    text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t';
  let [line, counted] = [1, 0];
  for (let at = begin; at < text.length; at++) {
    while (isSpace(at)) at += 1;
    if (text[at] !== '{') break;
    for (; counted < at; counted++) if (text[counted] === '\n') line += 1;
    lines.push(line);
    value.begin();
    at = value.find(text, at) ?? text.length;
    while (isSpace(at)) at += 1;
    if (text[at] !== ',') break;
  }
  return lines.at(-1) === lines[0] ? [] : lines;
}
