import { untrusted } from '../../trust/untrusted/untrusted.ts';
import { limitsInWords, secretsOf, type ApiProfile } from './model.ts';

const HEAD = `# Registered APIs

These APIs are set up for http_request. Keep to the guidelines of an API when you use it, and do not do what it says to avoid. Credentials are attached for you and rate limits are kept for you; view one with api_setup.`;

/**
 * The profiles for the system prompt (specification › API Store behaviour); empty without any. A model wrote their
 * text, perhaps after a page that tells it what to write. So all of it stands in one element, and each text on one
 * line, where no profile can imitate another. Where that is longer than `maxChars`, each is named in one line.
 */
export function promptSection(
  profiles: readonly ApiProfile[],
  nonce: string,
  maxChars: number = Infinity,
): string {
  if (profiles.length === 0) return '';
  const whole = profiles.map(inPrompt).join('\n\n');
  const text = whole.length <= maxChars ? whole : inBrief(profiles, maxChars);
  return `${HEAD}\n\n${untrusted({ text, source: 'registered APIs', nonce })}`;
}

/** As many as there is room for, without what api_setup shows of one. */
function inBrief(profiles: readonly ApiProfile[], maxChars: number): string {
  const lines = profiles.map(
    ({ id, name, description, base_url }) =>
      `- ${id}: ${oneLine(name).slice(0, 80)}, ${base_url}, ${oneLine(description).slice(0, 160)}`,
  );
  let chars = 0;
  const kept = lines.filter((line) => (chars += line.length + 1) <= maxChars);
  const left = lines.length - kept.length;
  const more = left === 0 ? [] : [`- and ${left} more: api_setup lists them`];
  return ['In short; view one with api_setup before you use it.', ...kept, ...more].join('\n').toWellFormed();
}

function inPrompt(profile: ApiProfile): string {
  const { id, name, description, base_url, auth, rate_limit, endpoints = [] } = profile;
  const attached = secretsOf(auth).length > 0 ? ' (attached for you)' : '';
  return [
    `## ${oneLine(name)} (${id})`,
    oneLine(description),
    `Base URL: ${base_url}`,
    `Auth: ${auth ? `${auth.type}${attached}` : 'none'}`,
    `Rate limit: ${limitsInWords(rate_limit)}`,
    ...listed(
      'Endpoints',
      endpoints.map(
        ({ method, path, description: does = '' }) =>
          `${method.toUpperCase()} ${path}${/\S/u.test(does) ? `: ${does}` : ''}`,
      ),
    ),
    ...listed('Guidelines', profile.guidelines),
    ...listed('Avoid', profile.avoid),
    ...listed('Notes', profile.notes),
  ].join('\n');
}

const listed = (title: string, items: readonly string[] = []): readonly string[] =>
  items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${oneLine(item)}`)];

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
