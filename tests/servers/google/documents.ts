// Docs v1, as far as the engine uses it: the revision of a document, and text that is added or replaced.
import { randomBytes } from 'node:crypto';
import { DOCUMENT, viewerOf, type DriveFile, type DriveTree } from './drive-tree.ts';
import { opened, type Editor } from './editors.ts';
import { chosen, maskOf } from './fields.ts';
import type { OAuth } from './oauth.ts';
import { cloudRefusal } from './refusals.ts';
import { json, objectOf, type Answer, type Call } from './wire.ts';

/** Its text has the marks of Markdown, and a line for each paragraph. */
interface Document {
  text: string;
  revision: string;
}

export interface Documents extends Editor {
  serve(call: Call): Promise<Answer | null>;
}

interface Request {
  readonly insertText?: { readonly endOfSegmentLocation?: object; readonly text?: string };
  readonly replaceAllText?: {
    readonly containsText?: { readonly text?: string; readonly matchCase?: boolean };
    readonly replaceText?: string;
  };
}

const invalid = (words: string) => cloudRefusal(400, 'INVALID_ARGUMENT', words);

export function startDocuments(tree: DriveTree, oauth: OAuth, now: () => number): Documents {
  const documents = new Map<string, Document>();
  const revision = () => `ALm37B${randomBytes(30).toString('base64url')}`;
  const documentOf = ({ id }: DriveFile): Document => {
    const found = documents.get(id);
    if (!found) throw new Error(`${id} has no text`);
    return found;
  };

  /** One request of a batch. @returns the text after it, and the vendor's reply */
  const step = (before: string, { insertText, replaceAllText }: Request): readonly [string, object] => {
    if (insertText?.endOfSegmentLocation) return [`${before}${insertText.text ?? ''}`, {}];
    const { text = '', matchCase = false } = replaceAllText?.containsText ?? {};
    if (text === '' || !matchCase) throw invalid('This fake knows no such request.');
    const pieces = before.split(text);
    const reply = pieces.length > 1 ? { occurrencesChanged: pieces.length - 1 } : {};
    return [pieces.join(replaceAllText?.replaceText ?? ''), { replaceAllText: reply }];
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
    let { text } = document;
    const replies: object[] = [];
    for (const request of requests) {
      const [next, reply] = step(text, request);
      text = next;
      replies.push(reply);
    }
    Object.assign(document, { text, revision: revision() });
    file.modifiedAt = now();
    call.changes();
    return json({ replies, writeControl: { requiredRevisionId: document.revision }, documentId: file.id });
  };

  const editor: Documents = {
    mimeType: DOCUMENT,
    begin: ({ id }, text = '') => void documents.set(id, { text, revision: revision() }),
    exported: (file, mimeType) => {
      const paragraphs = documentOf(file)
        .text.split('\n')
        .filter((line) => line !== '');
      return mimeType === 'text/markdown' ? Buffer.from(`${paragraphs.join('\n\n')}\n`) : null;
    },
    wordsOf: (file) => documentOf(file).text,
    serve: async (call) => {
      if (call.host !== 'docs.googleapis.com') return null;
      const viewer = viewerOf(oauth.accessOf(call), 'documents');
      const [, id, action] = /^\/v1\/documents\/([^/:]+)(:batchUpdate)?$/u.exec(call.path) ?? [];
      if (id === undefined) return null;
      if (call.method === 'POST' && action !== undefined)
        return batch(call, opened(tree, viewer, id, editor, 'edit'));
      if (call.method !== 'GET' || action !== undefined) return null;
      const file = opened(tree, viewer, id, editor, 'read');
      const whole = { title: file.name, revisionId: documentOf(file).revision, documentId: file.id };
      const fields = call.query.get('fields');
      return json(fields === null ? whole : (chosen(whole, maskOf(fields)) as object));
    },
  };
  return editor;
}
