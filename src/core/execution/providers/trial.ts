import { quote } from '../../kernel/quoted.ts';
import { textsIn, type Says } from '../../kernel/says.ts';
import { say } from './says.ts';
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
  readonly says: readonly Says[];
  readonly near?: readonly string[];
}

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

const fine = (check: CheckName): Check => ({ check, ok: true, code: 'ok', says: [say(`check.${check}`)] });
const UNCHECKED = (check: CheckName): Check => ({
  check,
  ok: null,
  code: 'not_checked',
  says: [say('check.not_checked')],
});

export function missingChecks(missing: Missing, listing: Listing | null): readonly Check[] {
  switch (missing) {
    case 'address':
    case 'project':
    case 'region':
      return failing('reach', { code: `${missing}_missing`, says: [say(`check.${missing}_missing`)] });
    case 'key':
      return failing('key', NO_KEY, ['reach']);
    case 'model':
      return modelMissing(listing);
  }
}

const NO_KEY: Finding = { code: 'key_missing', says: [say('check.key_missing')] };

function modelMissing(listing: Listing | null): readonly Check[] {
  const finding: Finding = { code: 'model_missing', says: [say('check.model_missing')] };
  if (listing?.kind === 'models') {
    const near = listing.models.slice(0, providerLimits.near).map(({ id }) => id);
    return failing('model', { ...finding, near });
  }
  if (listing?.kind === 'failed' && listing.fault !== null)
    return failedChecks(listing.fault, listing.says, null);
  return failing('model', finding, ['reach', 'key']);
}

type Fault = NonNullable<Extract<ModelEnd, { stop: 'failed' }>['fault']>;

/** `hasKey` null: unknown. */
function failedChecks(fault: Fault, says: readonly Says[], hasKey: boolean | null): readonly Check[] {
  switch (fault) {
    case 'unreached':
      return failing('reach', { code: 'unreachable', says });
    case 'no_api':
    case 'not_found':
      return failing('reach', { code: 'not_an_api', says });
    case 'key':
      return hasKey === false ? failing('key', NO_KEY) : failing('key', { code: 'key_refused', says });
    case 'account':
      return failing('key', { code: 'account_empty', says });
    case 'busy':
      return failing('stream', { code: 'provider_busy', says }, ['key', 'model']);
    case 'overflow':
      return failing('tools', { code: 'window_too_small', says });
    case 'request':
      return failing('stream', { code: 'request_refused', says }, ['model']);
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
      ? failing('stream', { code: 'too_slow', says: [say('check.too_slow', { seconds })] })
      : failing('reach', { code: 'no_answer', says: [say('check.no_answer', { seconds })] });
  if (isCut) return failing('tools', IGNORED);
  switch (end.stop) {
    case 'tool_use':
      return end.toolCalls.some(({ name, problem }) => name === TOOL && problem === undefined)
        ? CHECKS.map(fine)
        : failing('tools', { code: 'tools_damaged', says: [say('check.tools_damaged')] });
    case 'end_turn':
    case 'output_limit':
    case 'refused':
      return failing('tools', IGNORED);
    case 'aborted':
      return failing('stream', { code: 'stream_broken', says: [say('check.stopped')] }, CHECKS);
    case 'failed':
      if (hasBegun) return failing('stream', { code: 'stream_broken', says: end.says });
      if (isUnknownModel(end, modelId, listing)) return modelUnknown(end.says, modelId, listing);
      if (end.fault === undefined)
        return failing('stream', { code: 'stream_broken', says: end.says }, ['key', 'model']);
      return failedChecks(end.fault, end.says, hasKey);
  }
}

const seconds = providerLimits.testMs / 1_000;

const IGNORED: Finding = {
  code: 'tools_ignored',
  says: [say('check.tools_ignored')],
};

/** Servers report an unknown model with any of these; the list of models tells which. */
export const needsList = ({ end }: Heard): boolean =>
  end.stop === 'failed' && (end.fault === 'not_found' || end.fault === 'request' || end.fault === 'key');

/** The server may refuse only the tools: worth a second request without them. */
export const refusesTools = ({ end }: Heard): boolean =>
  end.stop === 'failed' &&
  (end.fault === 'request' || end.fault === 'busy' || end.fault === 'not_found') &&
  /\btools?\b|\bfunction[ _-]?call/iu.test(textsIn(end.says));

export const toolsRefused = (why: readonly Says[]): readonly Check[] =>
  failing('tools', {
    code: 'tools_refused',
    says: [say('check.tools_refused'), ...why],
  });

function isUnknownModel(
  { fault, says }: Extract<ModelEnd, { stop: 'failed' }>,
  modelId: string,
  listing: Listing | null,
): boolean {
  if (fault !== 'not_found' && fault !== 'request' && fault !== 'key') return false;
  if (listing?.kind === 'models' && listing.models.length > 0)
    return !listing.models.some(({ id }) => id === modelId || id === `${modelId}:latest`);
  return fault !== 'key' && textsIn(says).includes(modelId);
}

function modelUnknown(why: readonly Says[], modelId: string, listing: Listing | null): readonly Check[] {
  const ids = listing?.kind === 'models' ? listing.models.map(({ id }) => id) : [];
  const near = likeliest(modelId, ids);
  const meant = near.slice(0, 3).map((id) => quote(id));
  return failing('model', {
    code: 'model_unknown',
    says: [
      say('check.model_unknown', { model: quote(modelId) }),
      ...(meant.length === 0 ? [] : [say('check.meant', { models: meant })]),
      ...why,
    ],
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
