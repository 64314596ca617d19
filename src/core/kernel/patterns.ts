// The patterns that texts must match, each with what it demands in words: people cannot read the expression.
import type { Says } from './says.ts';
import { say } from './value-says.ts';

/** A text that is not blank; it is told so, and not as a pattern. */
export const NOT_BLANK = '\\S';

/** One line, and not only white space. */
export const ONE_LINE = String.raw`^(?=.*\S)[^\u0000-\u001f\u007f]+$`;
/** The same, also without the breaks between lines and paragraphs that only Unicode has. */
export const ONE_PLAIN_LINE = String.raw`^(?=.*\S)[^\u0000-\u001f\u007f\u2028\u2029]*$`;
/** Several lines. */
export const LINES = String.raw`^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$`;
export const NO_NUL = String.raw`^[^\u0000]*$`;
export const NO_CONTROLS = String.raw`^[^\p{Cc}]+$`;
/** Printable ASCII without spaces. */
export const VISIBLE_ASCII = '^[!-~]+$';
/** Some character is neither a slash nor a dot. */
export const FOLDER = String.raw`^[^\u0000]*[^/.\u0000][^\u0000]*$`;
/** An address with http or https, without credentials. */
export const WEB_ADDRESS = String.raw`^[hH][tT][tT][pP][sS]?://[^\s/?#@\\]+([/?#][^\s\\]*)?$`;
export const HOST_AND_PORT = String.raw`^(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9_.-]+):[0-9]{1,5}$`;
/** The name of a secret. */
export const CAPITALS = '^[A-Z][A-Z0-9_]{0,63}$';
/** The name of a value. */
export const IDENTIFIER = '^[A-Za-z][A-Za-z0-9_]*$';

const DEMANDS: Readonly<Record<string, Says>> = {
  [ONE_LINE]: say('demand.one_line'),
  [ONE_PLAIN_LINE]: say('demand.one_line'),
  [LINES]: say('demand.no_controls'),
  [NO_NUL]: say('demand.no_controls'),
  [NO_CONTROLS]: say('demand.no_controls'),
  [VISIBLE_ASCII]: say('demand.visible'),
  [FOLDER]: say('demand.folder'),
  [WEB_ADDRESS]: say('demand.url'),
  [HOST_AND_PORT]: say('demand.host'),
  [CAPITALS]: say('demand.capitals'),
  [IDENTIFIER]: say('demand.identifier'),
};

/** Some characters, and perhaps how many of them. */
const OF_CHARACTERS = /^\^\[(?<characters>[^\]^][^\]]*)\](?:\+|\{(?:\d+,)?(?<most>\d+)\})\$$/u;

/** One of several texts. */
const ONE_OF = /^\^\(\?:(?<choices>.+)\)\$$/u;

/** What a text that must match a pattern has to be; null for a pattern that nobody has put in words. */
export function demandOf(pattern: string): Says | null {
  if (Object.hasOwn(DEMANDS, pattern)) return DEMANDS[pattern] ?? null;
  const { choices } = ONE_OF.exec(pattern)?.groups ?? {};
  // Of an open choice, as `server:[...]`, what stands before is told, and that a name follows.
  if (choices !== undefined)
    return say('demand.one_of', {
      values: choices.split('|').map((choice) => choice.replace(/\[.*$/u, 'NAME')),
    });
  const { characters } = OF_CHARACTERS.exec(pattern)?.groups ?? {};
  // \w is a letter, a digit or an underline; nothing else in them needs an explanation.
  return characters === undefined
    ? null
    : say('demand.characters', { characters: characters.replaceAll(String.raw`\w`, 'A-Za-z0-9_') });
}
