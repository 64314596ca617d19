import type {
  cloudFiles,
  ToldFile,
  ToldFound,
  ToldSheet,
  ToldShown,
} from '../../../contract/agent/cloud-files.ts';
import { cloudFileLimits as limits } from '../../../core/workspace/cloud-files/limits.ts';
import { quoted } from '../../../core/kernel/quoted.ts';
import { modelText, trusted, type MarkUntrusted, type ModelText, type Renderers } from './model-text.ts';

export const cloudFilesRenderers: Renderers<(typeof cloudFiles)[number]> = {
  drive_search: toldFound,

  drive_read: ({ file, revision, content }, marked) => {
    const about = revision === null ? modelText`` : modelText` Its revision is ${trusted(revision)}.`;
    if ('path' in content)
      return modelText`Saved as ${trusted(content.path)} in the workspace (${content.sizeBytes} bytes).${about}`;
    return toldText(file, content, about, marked);
  },

  drive_write: ({ file, isNew }) => {
    const revision = file.md5 === null ? modelText`` : modelText` Its revision is ${trusted(file.md5)}.`;
    return isNew
      ? modelText`Created a file with the id ${trusted(file.id)}.${revision}`
      : modelText`Replaced the content of ${trusted(file.id)}.${revision}`;
  },

  docs_read: ({ file, revision, content }, marked) =>
    toldText(file, content, modelText` Its revision is ${trusted(revision)}.`, marked),

  docs_write: (done) => {
    if (done.action === 'create') return modelText`Created a document with the id ${trusted(done.file.id)}.`;
    if (done.action === 'append') return modelText`Appended the text.`;
    return modelText`Replaced the text in ${done.places} ${trusted(done.places === 1 ? 'place' : 'places')}.`;
  },

  sheets_read: toldSheet,

  sheets_write: (done, marked) => {
    const { written } = done;
    const cells =
      written === null
        ? modelText``
        : modelText` Wrote ${written.cells} ${trusted(written.cells === 1 ? 'cell' : 'cells')}.\n${marked('the range that was written', written.range)}`;
    return done.action === 'create'
      ? modelText`Created a spreadsheet with the id ${trusted(done.file.id)}.${cells}`
      : modelText`Done.${cells}`;
  },
};

function toldFound({ files, more, isMore, unclear }: ToldFound, marked: MarkUntrusted): ModelText {
  const left =
    unclear === 0
      ? modelText``
      : modelText` ${unclear} more are left out, because it cannot be told whether they belong to backups.`;
  if (files.length === 0)
    return isMore
      ? modelText`What was looked at holds nothing that tools may see; there is more. Narrow the search down.${left}`
      : modelText`Nothing fits. Try other words, or fewer of them.${left}`;
  const others = isMore
    ? modelText` There are more than ${more} more: narrow the search down to see them.`
    : more === 0
      ? modelText``
      : modelText` There are ${more} more: narrow the search down to see them.`;
  const count = modelText`${files.length} ${trusted(files.length === 1 ? 'file' : 'files')}, the newest first.`;
  return modelText`${count}${others}${left}\n${marked('file names in Google Drive', files.map(line).join('\n'))}`;
}

function line({ id, name, mimeType, sizeBytes, modifiedAt, owner, isOwned, target }: ToldFile): string {
  const kind = /^application\/vnd\.google-apps\.([a-z]+)$/u.exec(mimeType)?.[1] ?? quoted(mimeType, 100);
  return [
    `${id} ${quoted(name, limits.nameChars)}: ${kind}`,
    ...(target === null ? [] : [`to ${target}`]),
    ...(sizeBytes === null ? [] : [`${sizeBytes} bytes`]),
    ...(modifiedAt === null ? [] : [`modified ${new Date(modifiedAt).toISOString()}`]),
    isOwned ? 'of your owner' : `of ${owner === null ? 'another account' : quoted(owner, limits.nameChars)}`,
  ].join(', ');
}

function toldText(
  { id }: ToldFile,
  { text, from, chars }: ToldShown,
  about: ModelText,
  marked: MarkUntrusted,
): ModelText {
  if (chars === 0) return modelText`It is empty.${about}`;
  if (from >= chars) return modelText`It has only ${chars} characters.${about}`;
  const to = from + text.length;
  const rest = to < chars ? modelText` Continue with from ${to}.` : modelText``;
  return modelText`Characters ${from} to ${to} of ${chars}.${about}${rest}\n${marked(`Google Drive, file ${id}`, text)}`;
}

function toldSheet({ file, cells, sheets }: ToldSheet, marked: MarkUntrusted): ModelText {
  const source = `Google Sheets, file ${file.id}`;
  const titles = (sheets ?? []).map(
    ({ title, rows, columns }) => `${quoted(title, limits.nameChars)}: ${rows} rows, ${columns} columns`,
  );
  const list = sheets === null ? modelText`` : modelText`The sheets: ${marked(source, titles.join('\n'))}\n`;
  const { lines, shown } = tableOf(cells);
  if (cells.rows.length === 0) return modelText`${list}The range is empty.`;
  const left = cells.rows.length - shown;
  const rest =
    left > 0
      ? modelText` ${left} more rows are not shown: read a range that begins further down.`
      : modelText``;
  const end = sheets !== null && left > 0 ? modelText` There may be more rows than those.` : modelText``;
  return modelText`${list}${shown} ${trusted(shown === 1 ? 'row' : 'rows')}, each after its number.${rest}${end}\n${marked(source, lines.join('\n'))}`;
}

/** A table with the names of rows and columns, so that a range can be written from what is seen. */
function tableOf({ range, rows }: ToldSheet['cells']): {
  readonly lines: readonly string[];
  readonly shown: number;
} {
  const at = /(?:^|!)\$?([A-Z]{1,3})\$?(\d{1,8})(?::|$)/u.exec(range);
  const column = numberOf(at?.[1] ?? 'A');
  const first = Number(at?.[2] ?? '1');
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const names = Array.from({ length: width }, (_, index) => nameOf(column + index));
  const lines = [range, `| | ${names.join(' | ')} |`, `| --- |${' --- |'.repeat(width)}`];
  let left: number = limits.shownChars - lines.join('\n').length;
  let shown = 0;
  for (const row of rows.slice(0, limits.shownRows)) {
    const said = `| ${first + shown} | ${names.map((_, index) => cellText(row[index])).join(' | ')} |`;
    left -= said.length + 1;
    if (left < 0 && shown > 0) break;
    lines.push(said.slice(0, limits.shownChars).toWellFormed());
    shown += 1;
  }
  return { lines, shown };
}

/** A cell is one line, and has no bar of its own. */
const cellText = (value: string | number | boolean | undefined): string =>
  value === undefined
    ? ''
    : String(value)
        .replaceAll('\\', '\\\\')
        .replaceAll('|', '\\|')
        .replace(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) => (sign === '\t' ? ' ' : '\\n'));

const numberOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 64) - 64, 0);

const nameOf = (number: number): string =>
  number <= 26
    ? String.fromCodePoint(64 + number)
    : nameOf(Math.floor((number - 1) / 26)) + String.fromCodePoint(65 + ((number - 1) % 26));
