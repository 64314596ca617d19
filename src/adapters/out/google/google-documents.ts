import type { docs_v1 } from 'googleapis/build/src/apis/docs/v1.js';
import type { Scope } from '../../../core/outside/cloud-account/model.ts';
import { refuse } from '../../../core/workspace/cloud-files/errors.ts';
import type { CloudDocuments } from '../../../core/workspace/cloud-files/port.ts';
import { MIB } from '../../../core/kernel/bytes.ts';
import { Calls, type CallDeps } from './calls.ts';
import { failureOf, isObject, strangeAnswer, type FailedAnswer } from './failures.ts';
import { checked } from './google-files.ts';
import { lazily } from './lazily.ts';
import { asked } from './library.ts';

const READING: readonly Scope[] = ['documents.readonly', 'documents'];
const WRITING: readonly Scope[] = ['documents'];
const ANSWER_BYTES = MIB;

const load = async () => {
  const { auth, docs } = await lazily.docs();
  return { auth, make: (client: InstanceType<typeof auth.OAuth2>) => docs({ version: 'v1', auth: client }) };
};

/** The owner's documents at Google: Docs API v1. */
export class GoogleDocuments implements CloudDocuments {
  readonly #calls: Calls;

  constructor(deps: CallDeps) {
    this.#calls = new Calls(deps);
  }

  async revision(id: string, signal: AbortSignal): Promise<string> {
    const { status, data } = await asked(
      this.#calls,
      load,
      (docs, options) => docs.documents.get({ documentId: checked(id), fields: 'revisionId' }, options),
      { scopes: READING, maxBytes: ANSWER_BYTES, also: [404] },
      signal,
    );
    if (status === 404) throw refuse.cloud_file_not_found();
    return textOf(data, 'revisionId');
  }

  async append(id: string, text: string, revision: string | null, signal: AbortSignal): Promise<string> {
    const insertText = { endOfSegmentLocation: {}, text: `\n${text}` };
    const { data } = await this.#changed(id, [{ insertText }], revision, signal);
    return isObject(data) ? textOf(data['writeControl'], 'requiredRevisionId') : '';
  }

  async replaceText(
    id: string,
    { find, by }: { readonly find: string; readonly by: string },
    revision: string | null,
    signal: AbortSignal,
  ): Promise<number> {
    const replaceAllText = { containsText: { text: find, matchCase: true }, replaceText: by };
    const { data } = await this.#changed(id, [{ replaceAllText }], revision, signal);
    const [reply] = isObject(data) && Array.isArray(data['replies']) ? (data['replies'] as unknown[]) : [];
    const done = isObject(reply) ? reply['replaceAllText'] : null;
    if (!isObject(done)) throw strangeAnswer('no number of changes');
    const places = done['occurrencesChanged'] ?? 0;
    if (typeof places !== 'number') throw strangeAnswer('no number of changes');
    return places;
  }

  async #changed(
    id: string,
    requests: docs_v1.Schema$Request[],
    revision: string | null,
    signal: AbortSignal,
  ): Promise<FailedAnswer> {
    const requestBody = {
      requests,
      ...(revision === null ? {} : { writeControl: { requiredRevisionId: revision } }),
    };
    const answer = await asked(
      this.#calls,
      load,
      (docs, options) => docs.documents.batchUpdate({ documentId: checked(id), requestBody }, options),
      { scopes: WRITING, maxBytes: ANSWER_BYTES, also: [400, 404] },
      signal,
    );
    if (answer.status === 404) throw refuse.cloud_file_not_found();
    if (answer.status === 400)
      throw isAboutRevision(answer) ? refuse.cloud_file_changed() : failureOf(answer);
    return answer;
  }
}

/** The vendor has no word of its own for it. */
function isAboutRevision({ data }: FailedAnswer): boolean {
  const error = isObject(data) ? data['error'] : null;
  const message = isObject(error) ? error['message'] : null;
  return typeof message === 'string' && /revision/iu.test(message);
}

function textOf(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : null;
  if (typeof found !== 'string' || !/^[\w-]{1,300}$/u.test(found)) throw strangeAnswer(`no ${name}`);
  return found;
}
