// Docs v1: create, get, batchUpdate; and what Drive exports of a document.
import { randomBytes } from 'node:crypto';
import {
  blocksOf,
  contentOf,
  flatOf,
  inserted,
  plain,
  replaced,
  styled,
  without,
  withTable,
  type Block,
  type Range,
  type Where,
} from './document-text.ts';
import { DOCUMENT, viewerOf, type DriveFile, type DriveTree } from './drive-tree.ts';
import { begun, opened, type Editor } from './editors.ts';
import { chosen, maskOf } from './fields.ts';
import type { OAuth } from './oauth.ts';
import { cloudRefusal } from './refusals.ts';
import { json, objectOf, type Answer, type Call } from './wire.ts';

interface Document {
  flat: string;
  revision: string;
}

export interface Documents extends Editor {
  serve(call: Call): Promise<Answer | null>;
}

interface Request {
  readonly insertText?: Where & { readonly text?: string };
  readonly deleteContentRange?: { readonly range?: Range };
  readonly replaceAllText?: {
    readonly containsText?: { readonly text?: string; readonly matchCase?: boolean };
    readonly replaceText?: string;
  };
  readonly insertTable?: Where & { readonly rows?: number; readonly columns?: number };
  readonly updateParagraphStyle?: {
    readonly range?: Range;
    readonly paragraphStyle?: { readonly namedStyleType?: string };
  };
  /** Accepted without an effect: the fake has no fonts. */
  readonly updateTextStyle?: object;
}

const KINDS = [
  'insertText',
  'deleteContentRange',
  'replaceAllText',
  'insertTable',
  'updateParagraphStyle',
  'updateTextStyle',
] as const;

export function startDocuments(tree: DriveTree, oauth: OAuth, now: () => number): Documents {
  const documents = new Map<string, Document>();
  const revision = () => `ALm37B${randomBytes(30).toString('base64url')}`;
  const documentOf = ({ id }: DriveFile): Document => {
    const found = documents.get(id) ?? { flat: flatOf(), revision: revision() };
    documents.set(id, found);
    return found;
  };

  const shown = (file: DriveFile, call: Call): Answer => {
    const document = documentOf(file);
    const body = { content: contentOf(document.flat) };
    const parts = { body, documentStyle: {}, namedStyles: { styles: [] } };
    const isInTabs = call.query.get('includeTabsContent') === 'true';
    const whole = {
      title: file.name,
      ...(isInTabs
        ? { tabs: [{ tabProperties: { tabId: 't.0', title: 'Tab 1', index: 0 }, documentTab: parts }] }
        : parts),
      revisionId: document.revision,
      suggestionsViewMode: 'SUGGESTIONS_INLINE',
      documentId: file.id,
    };
    const fields = call.query.get('fields');
    return json(fields === null ? whole : (chosen(whole, maskOf(fields)) as object));
  };

  /** One request of a batch. @returns the text after it, and the vendor's reply */
  const step = (flat: string, request: Request, number: number): readonly [string, object] => {
    const kinds = Object.keys(request);
    const kind = KINDS.find((each) => each === kinds[0]);
    if (!kind || kinds.length > 1)
      throw cloudRefusal(
        400,
        'INVALID_ARGUMENT',
        kinds.length === 1
          ? `This fake knows no request ${kinds[0]}.`
          : `Invalid requests[${number}]: Exactly one request must be set.`,
      );
    const name = `requests[${number}].${kind}`;
    const { insertText, deleteContentRange, replaceAllText, insertTable, updateParagraphStyle } = request;
    if (insertText) return [inserted(flat, insertText, insertText.text ?? '', name), {}];
    if (deleteContentRange) return [without(flat, deleteContentRange.range ?? {}, name), {}];
    if (replaceAllText) {
      const { text = '', matchCase = false } = replaceAllText.containsText ?? {};
      if (text === '')
        throw cloudRefusal(400, 'INVALID_ARGUMENT', `Invalid ${name}: The text to find must not be empty.`);
      const [next, count] = replaced(flat, text, replaceAllText.replaceText ?? '', matchCase);
      return [next, { replaceAllText: count === 0 ? {} : { occurrencesChanged: count } }];
    }
    if (insertTable)
      return [withTable(flat, insertTable, insertTable.rows ?? 0, insertTable.columns ?? 0, name), {}];
    if (updateParagraphStyle) {
      const style = updateParagraphStyle.paragraphStyle?.namedStyleType ?? 'NORMAL_TEXT';
      return [styled(flat, updateParagraphStyle.range ?? {}, style, name), {}];
    }
    return [flat, {}];
  };

  const batch = async (call: Call, file: DriveFile): Promise<Answer> => {
    const { requests = [], writeControl = {} } = (await objectOf(call)) as {
      readonly requests?: readonly Request[];
      readonly writeControl?: { readonly requiredRevisionId?: string };
    };
    const document = documentOf(file);
    const required = writeControl.requiredRevisionId;
    if (required !== undefined && required !== document.revision)
      throw cloudRefusal(
        400,
        'FAILED_PRECONDITION',
        `The required revision ID '${required}' does not match the latest revision.`,
      );
    if (requests.length === 0)
      throw cloudRefusal(400, 'INVALID_ARGUMENT', 'Must specify at least one request.');
    let { flat } = document;
    const replies: object[] = [];
    // All or none: the document changes after the last one has passed.
    for (const [number, request] of requests.entries()) {
      const [next, reply] = step(flat, request, number);
      flat = next;
      replies.push(reply);
    }
    document.flat = flat;
    document.revision = revision();
    file.modifiedAt = now();
    file.version += 1;
    call.changed(`edited ${file.id} ${tree.pathOf(file)}`);
    return json({
      replies,
      writeControl: { requiredRevisionId: document.revision },
      documentId: file.id,
    });
  };

  const editor: Documents = {
    mimeType: DOCUMENT,
    begin: (file, source) => {
      const flat = flatOf(source?.text, source?.mimeType === 'text/markdown');
      documents.set(file.id, { flat, revision: revision() });
    },
    copy: (from, to) => documents.set(to.id, { flat: documentOf(from).flat, revision: revision() }),
    exported: (file, mimeType) => {
      const text = EXPORTS[mimeType]?.(blocksOf(documentOf(file).flat));
      return text === undefined ? null : Buffer.from(text);
    },
    wordsOf: (file) => plain(documentOf(file).flat),
    serve: async (call) => {
      if (call.host !== 'docs.googleapis.com') return null;
      const viewer = viewerOf(oauth.accessOf(call), call.host, 'documents');
      if (call.path === '/v1/documents' && call.method === 'POST') {
        const { title } = await objectOf(call);
        return shown(begun(tree, viewer, editor, String(title ?? 'Untitled document'), call), call);
      }
      const [, id, action] = /^\/v1\/documents\/([^/:]+)(?::([A-Za-z]+))?$/u.exec(call.path) ?? [];
      if (id === undefined) return null;
      if (call.method === 'GET' && action === undefined)
        return shown(opened(tree, viewer, id, editor, 'read'), call);
      if (call.method === 'POST' && action === 'batchUpdate')
        return batch(call, opened(tree, viewer, id, editor, 'edit'));
      return null;
    },
  };
  return editor;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const EXPORTS: Readonly<Record<string, (blocks: readonly Block[]) => string>> = {
  // As the vendor writes it: with a byte order mark and line ends of two characters.
  'text/plain': (blocks) =>
    `\uFEFF${blocks.map((block) => ('rows' in block ? block.rows.flat().join('\r\n') : block.text)).join('\r\n')}`,
  'text/markdown': (blocks) =>
    blocks
      .map((block) => {
        if ('rows' in block) {
          const lines = block.rows.map((row) => `| ${row.join(' | ')} |`);
          const rule = `| ${(block.rows[0] ?? []).map(() => '---').join(' | ')} |`;
          return `${[lines[0], rule, ...lines.slice(1)].join('\n')}\n`;
        }
        const level = Number(
          /^HEADING_(\d)$/u.exec(block.style)?.[1] ?? (block.style === 'TITLE' ? '1' : '0'),
        );
        if (block.text === '') return '';
        return `${level > 0 ? `${'#'.repeat(level)} ` : ''}${block.text}\n`;
      })
      .filter((line) => line !== '')
      .join('\n'),
  'text/html': (blocks) =>
    `<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"></head><body>${blocks
      .map((block) => {
        if ('rows' in block)
          return `<table>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
        const tag = /^HEADING_(\d)$/u.exec(block.style)?.[1];
        const name = tag === undefined ? 'p' : `h${tag}`;
        return `<${name}>${escaped(block.text)}</${name}>`;
      })
      .join('')}</body></html>`,
  // Not a readable one: enough to see that it was exported.
  'application/pdf': (blocks) => `%PDF-1.4\n% ${blocks.length} blocks\n%%EOF\n`,
};
