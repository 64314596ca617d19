import { nearNames } from '../../kernel/near-names.ts';
import type { Missing } from '../../instance/models/model.ts';
import type { ModelEnd, ModelRequest } from '../../ports/model.ts';
import { CHECKS, type Check, type CheckCode, type CheckName } from './model.ts';
import { providerLimits } from './limits.ts';
import type { Listing } from './port.ts';

const TOOL = 'confirm_connection';

/**
 * Answered with a few tokens: one word, and one call of one small tool. It carries what conversations carry, because a
 * window may be too small for that.
 */
export const trialRequest = (
  withTool: boolean,
  { system, tools }: Pick<ModelRequest, 'system' | 'tools'>,
): ModelRequest => ({
  system: `${system}\n\nThis is a test of the connection.`,
  messages: [
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: withTool
            ? `Write the word "ready", then call the tool ${TOOL} with the code 7.`
            : 'Write the word "ready" and nothing else.',
        },
      ],
    },
  ],
  tools: withTool
    ? [
        {
          name: TOOL,
          description: 'Confirms that tools can be called.',
          inputSchema: {
            type: 'object',
            properties: { code: { type: 'integer' } },
            required: ['code'],
            additionalProperties: false,
          },
        },
        ...tools,
      ]
    : [],
  searches: 0,
});

/** What one request of the test came to. */
export interface Heard {
  readonly end: ModelEnd;
  readonly firstTextMs: number | null;
  /** The answer was cut off, because it was longer than a test needs. */
  readonly isCut: boolean;
  /** The time of the test ended first. */
  readonly isLate: boolean;
}

interface Finding {
  readonly code: CheckCode;
  readonly detail: string;
  readonly near?: readonly string[];
}

const FINE: Readonly<Record<CheckName, string>> = {
  reach: 'The address answers.',
  key: 'The provider accepts the key, or needs none.',
  model: 'The provider knows the model.',
  stream: 'The answer arrives as a stream.',
  tools: 'The model calls tools.',
};

/** All checks before the failed one are ok, except those that `unsure` names; those after it could not be made. */
export function failing(
  failed: CheckName,
  finding: Finding,
  unsure: readonly CheckName[] = [],
): readonly Check[] {
  const place = CHECKS.indexOf(failed);
  return CHECKS.map((check, index) => {
    if (check === failed) return { check, ok: false, ...finding };
    return index < place && !unsure.includes(check) ? fine(check) : UNCHECKED(check);
  });
}

const fine = (check: CheckName): Check => ({ check, ok: true, code: 'ok', detail: FINE[check] });
const UNCHECKED = (check: CheckName): Check => ({
  check,
  ok: null,
  code: 'not_checked',
  detail: 'An earlier check failed.',
});

export function missingChecks(missing: Missing, listing: Listing | null): readonly Check[] {
  switch (missing) {
    case 'address':
      return failing('reach', {
        code: 'address_missing',
        detail:
          'The address of the server is missing: set api_base_url, for example http://127.0.0.1:11434/v1.',
      });
    case 'project':
      return failing('reach', {
        code: 'project_missing',
        detail: 'The project at the cloud platform is missing: set gcp_project_id.',
      });
    case 'region':
      return failing('reach', {
        code: 'region_missing',
        detail: 'The region of the cloud platform is missing: set gcp_region, for example europe-west1.',
      });
    case 'key':
      return failing('key', { code: 'key_missing', detail: NO_KEY }, ['reach']);
    case 'model':
      return modelMissing(listing);
  }
}

const NO_KEY = 'The provider needs a key, and none is set for this address: enter the key.';

function modelMissing(listing: Listing | null): readonly Check[] {
  const detail = 'No model is chosen: enter the id of a model of this server.';
  if (listing?.kind === 'models') {
    const near = listing.models.slice(0, providerLimits.near).map(({ id }) => id);
    return failing('model', { code: 'model_missing', detail, near });
  }
  if (listing?.kind === 'failed' && listing.fault !== null)
    return failedChecks(listing.fault, listing.error, null);
  return failing('model', { code: 'model_missing', detail }, ['reach', 'key']);
}

type Fault = NonNullable<Extract<ModelEnd, { stop: 'failed' }>['fault']>;

/** `hasKey` null: unknown. */
function failedChecks(fault: Fault, error: string, hasKey: boolean | null): readonly Check[] {
  switch (fault) {
    case 'unreached':
      return failing('reach', { code: 'unreachable', detail: error });
    case 'no_api':
    case 'not_found':
      return failing('reach', { code: 'not_an_api', detail: error });
    case 'key':
      return hasKey === false
        ? failing('key', { code: 'key_missing', detail: NO_KEY })
        : failing('key', { code: 'key_refused', detail: error });
    case 'account':
      return failing('key', { code: 'account_empty', detail: error });
    case 'busy':
      return failing('stream', { code: 'provider_busy', detail: error }, ['key', 'model']);
    case 'overflow':
      return failing('tools', { code: 'window_too_small', detail: error });
    case 'request':
      return failing('stream', { code: 'request_refused', detail: error }, ['model']);
  }
}

/** What the request shows, with the server's list of models where `needsList` said that it helps. */
export function judged(
  { end, firstTextMs, isCut, isLate }: Heard,
  modelId: string,
  hasKey: boolean,
  listing: Listing | null,
): readonly Check[] {
  const hasBegun = firstTextMs !== null;
  if (isLate)
    return hasBegun
      ? failing('stream', { code: 'too_slow', detail: `The answer did not end within ${seconds} seconds.` })
      : failing('reach', {
          code: 'no_answer',
          detail: `No answer came within ${seconds} seconds. A local server may still be loading the model: try again in a minute.`,
        });
  if (isCut) return failing('tools', IGNORED);
  switch (end.stop) {
    case 'tool_use':
      return end.toolCalls.some(({ name, problem }) => name === TOOL && problem === undefined)
        ? CHECKS.map(fine)
        : failing('tools', {
            code: 'tools_damaged',
            detail:
              'The model called the tool in a way that cannot be carried out. Choose a model that is made for tool calling.',
          });
    case 'end_turn':
    case 'output_limit':
    case 'refused':
      return failing('tools', IGNORED);
    case 'aborted':
      return failing('stream', { code: 'stream_broken', detail: 'The test was stopped.' }, CHECKS);
    case 'failed':
      if (hasBegun) return failing('stream', { code: 'stream_broken', detail: end.error });
      if (isUnknownModel(end, modelId, listing)) return modelUnknown(end.error, modelId, listing);
      if (end.fault === undefined)
        return failing('stream', { code: 'stream_broken', detail: end.error }, ['key', 'model']);
      return failedChecks(end.fault, end.error, hasKey);
  }
}

const seconds = providerLimits.testMs / 1_000;

const IGNORED: Finding = {
  code: 'tools_ignored',
  detail:
    'The model answers, but it did not call the tool it was asked to call, so it cannot act. Choose a model that is made for tool calling, or switch tool calling on at the server.',
};

/** Servers report an unknown model with any of these; the list of models tells which. */
export const needsList = ({ end }: Heard): boolean =>
  end.stop === 'failed' && (end.fault === 'not_found' || end.fault === 'request' || end.fault === 'key');

/** The server may refuse only the tools: worth a second request without them. */
export const refusesTools = ({ end }: Heard): boolean =>
  end.stop === 'failed' &&
  (end.fault === 'request' || end.fault === 'busy' || end.fault === 'not_found') &&
  /\btools?\b|\bfunction[ _-]?call/iu.test(end.error);

export const toolsRefused = (error: string): readonly Check[] =>
  failing('tools', {
    code: 'tools_refused',
    detail: `The model answers, but the server refuses requests with tools, so it cannot act. Choose another model, or switch tool calling on at the server. ${error}`,
  });

function isUnknownModel(
  { fault, error }: Extract<ModelEnd, { stop: 'failed' }>,
  modelId: string,
  listing: Listing | null,
): boolean {
  if (fault !== 'not_found' && fault !== 'request' && fault !== 'key') return false;
  if (listing?.kind === 'models' && listing.models.length > 0)
    return !listing.models.some(({ id }) => id === modelId || id === `${modelId}:latest`);
  return fault !== 'key' && error.includes(modelId);
}

function modelUnknown(error: string, modelId: string, listing: Listing | null): readonly Check[] {
  const ids = listing?.kind === 'models' ? listing.models.map(({ id }) => id) : [];
  const near = likeliest(modelId, ids);
  const meant = near.length > 0 ? ` Perhaps you mean ${near.slice(0, 3).join(', ')}.` : '';
  return failing('model', {
    code: 'model_unknown',
    detail: `The server does not know the model "${modelId}".${meant} ${error}`,
    ...(near.length > 0 ? { near } : {}),
  });
}

/** Near names first, then those that share most words with it. */
export function likeliest(modelId: string, ids: readonly string[]): readonly string[] {
  const words = wordsOf(modelId);
  const shared = (id: string): number => wordsOf(id).intersection(words).size;
  const byWords = ids.filter((id) => shared(id) > 0).toSorted((a, b) => shared(b) - shared(a));
  return [...new Set([...nearNames(modelId, ids), ...byWords])].slice(0, providerLimits.near);
}

const wordsOf = (id: string): Set<string> => new Set(id.toLowerCase().match(/[a-z]+|\d+/gu));
