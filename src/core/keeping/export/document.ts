import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { exportLimits } from './limits.ts';
import { EXPORT_FORMAT, EXPORT_FORMAT_VERSION, type ExportProblem } from './model.ts';
import type { Item, Section } from './sections.ts';
import type { Words } from '../../ports/words.ts';

export interface DocumentHead {
  readonly exportedAt: number;
  readonly serviceVersion: string;
  readonly schemaVersions: Readonly<Record<string, number>>;
  /** All that there are, also where only some were asked for. */
  readonly sectionNames: readonly string[];
}

export interface DocumentParts {
  readonly head: DocumentHead;
  readonly sections: readonly Section[];
  /** Of sections that cannot be read at all. */
  readonly problems: readonly ExportProblem[];
  readonly masked: (text: string) => string;
  readonly words: Words;
  /** Why the moment can no longer be read; null while it can. */
  readonly whyReleased: () => Says | null;
  /** How far it is. */
  readonly at: (section: string, items: number, of: number | null) => void;
  /** A fault that the document only tells in a sentence. */
  readonly failed: (section: string, error: unknown) => void;
  /** All problems, once the document is at its end. */
  readonly ended: (problems: readonly ExportProblem[]) => void;
}

/**
 * The export as JSON, one item on a line. A section that cannot be read to its end stays as far as it came, and the
 * document ends with `complete: false`. `complete` is the last field: a document without it was cut off.
 */
export async function* documentText(parts: DocumentParts): AsyncGenerator<string> {
  let text = '';
  for await (const piece of piecesOf(parts)) {
    text += piece;
    if (text.length < exportLimits.pieceChars) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function* piecesOf(parts: DocumentParts): AsyncGenerator<string> {
  const { head, sections, ended } = parts;
  const problems = [...parts.problems];
  yield `{"format":${JSON.stringify(EXPORT_FORMAT)},"formatVersion":${EXPORT_FORMAT_VERSION},`;
  yield `"exportedAt":${JSON.stringify(new Date(head.exportedAt).toISOString())},`;
  yield `"serviceVersion":${JSON.stringify(head.serviceVersion)},`;
  yield `"schemaVersions":${JSON.stringify(head.schemaVersions)},`;
  yield `"sectionNames":${JSON.stringify(head.sectionNames)},\n"sections":{`;
  let before = '';
  for (const section of sections) {
    yield `${before}\n${JSON.stringify(section.name)}:`;
    before = ',';
    yield* sectionText(section, parts, problems);
  }
  yield '\n},\n';
  const told = problems.map(({ section, says }) => ({ section, problem: parts.words.inEnglish(says) }));
  if (told.length > 0) yield `"problems":${JSON.stringify(told)},\n`;
  ended(problems);
  yield `"complete":${String(problems.length === 0)}}\n`;
}

async function* sectionText(
  section: Section,
  parts: DocumentParts,
  problems: ExportProblem[],
): AsyncGenerator<string> {
  const { name } = section;
  const { masked, at } = parts;
  const lost = (error: unknown) => problems.push({ section: name, says: whyOf(error, name, parts) });
  let count: number | null = null;
  try {
    at(name, 0, null);
    count = await section.count();
  } catch (error) {
    lost(error);
  }
  yield `{"count":${String(count)},"items":[`;
  if (count === null) return yield ']}';
  let items = 0;
  try {
    for await (const page of section.pages()) {
      for (const item of page) {
        yield items === 0 ? '\n' : ',\n';
        if (isPieces(item)) yield* item;
        else yield JSON.stringify(maskedAll(item, masked));
        items += 1;
      }
      at(name, items, count);
    }
    if (items !== count)
      problems.push({ section: name, says: [say('export.other_count', { items, counted: count })] });
  } catch (error) {
    lost(error);
  }
  yield ']}';
}

const isPieces = (item: Item): item is AsyncIterable<string> => Symbol.asyncIterator in item;

/**
 * Text by text, as the item has them: in its JSON, a value that a text has in JSON, in JSON, would be escaped once more
 * than any spelling of it that is looked for. The names of fields, too.
 */
const maskedAll = (value: Json, masked: (text: string) => string): Json =>
  typeof value === 'string'
    ? masked(value)
    : Array.isArray(value)
      ? value.map((one) => maskedAll(one, masked))
      : isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, one]) => [masked(name), maskedAll(one, masked)]),
          )
        : value;

/** The moment may have been given up while it was read: then that is why. */
function whyOf(error: unknown, section: string, { whyReleased, failed }: DocumentParts): readonly Says[] {
  const released = whyReleased();
  if (released !== null) return [released];
  if (isRefusal(error)) return error.says;
  failed(section, error);
  return [say('export.unread_section')];
}
