/** A request that is longer than the model's window. */
export interface Overflow {
  /** In tokens; null where the provider does not name it. */
  readonly window: number | null;
}

/** Codes of OpenAI and those who follow it, of llama.cpp, and of Azure. */
const CODES = new Set([
  'context_length_exceeded',
  'context_window_exceeded',
  'exceed_context_size_error',
  'model_context_window_exceeded',
  'tokens_limit_reached',
]);

const NUMBER = String.raw`\(?(\d[\d,_]*)`;
const naming = (words: string): RegExp => new RegExp(words.replace('N', NUMBER), 'iu');

/** Sentences that name the window. */
const NAMED: readonly RegExp[] = [
  // OpenAI, vLLM, SGLang, OpenRouter, DeepSeek
  naming('maximum context length (?:is|of) N'),
  // Anthropic
  naming(String.raw`prompt is too long:? \d[\d,_]* tokens? > N`),
  naming('exceed context limit: [\\d,_]+ \\+ [\\d,_]+ > N'),
  // llama.cpp
  naming('available context size,? N'),
  // Gemini
  naming('token count.{0,30} exceeds the maximum number of tokens allowed N'),
  // Mistral
  naming('too large for model with N maximum context length'),
  // LM Studio
  naming('context length (?:is|of) only N'),
  // llama-cpp-python
  naming('exceed context window of N'),
  // xAI, Together, Kimi, vLLM, Qwen, Copilot, Azure, Cohere, TGI
  naming('maximum prompt length is N'),
  naming("model'?s (?:maximum )?context length N"),
  naming('exceeded model token limit:? N'),
  naming('maximum model length of N'),
  naming(String.raw`range of input length should be \[\d+, N\]`),
  naming(String.raw`token count of \d[\d,_]* exceeds the limit of N`),
  naming('max size: N tokens'),
  naming('number of tokens in the prompt cannot exceed N'),
  naming('inputs` tokens .{0,40}must be <= N'),
  naming('inputs` must have less than N tokens'),
];

/** Sentences that do not. */
const UNNAMED =
  /\bcontext[ _-]?(?:length|window|size|limit)\b.{0,80}\b(?:exceed|overflow|too (?:long|large|small)|not enough)|\b(?:exceed(?:s|ed|ing)?|longer than|larger than|greater than)\b.{0,60}\bcontext[ _-]?(?:length|window|size|limit)\b|\bcontext (?:the )?overflows?\b|\b(?:prompt|input|conversation|request) (?:is |was )?too long\b|\breduce the length of the (?:messages|prompt|input)\b|\btoo many (?:input )?tokens\b|\bprompt exceeds max(?:imum)? length\b|\binput token count\b.{0,20}\bexceeds\b|上下文长度|超出.{0,10}上下文/iu;

/** Limits of a time, or of the answer: a shorter request does not lift them. */
const OTHER_LIMIT =
  /\bper[ -](?:second|minute|hour|day)\b|\brate.?limit|\b[rt]p[md]\b|\bcompletion tokens\b.{0,40}\bat most\b|\bsupports at most\b/iu;

/** Recognises what providers say about a request that is too long; null if this says something else. */
export function overflowIn(
  status: number | null,
  words: readonly (string | null)[],
  message: string | null,
): Overflow | null {
  if (status !== null && NEVER.has(status)) return null;
  const text = message ?? '';
  if (OTHER_LIMIT.test(text) || words.some((word) => word !== null && OTHER_LIMIT.test(word))) return null;
  for (const pattern of NAMED) {
    const window = Number(pattern.exec(text)?.[1]?.replaceAll(/[,_]/gu, '') ?? Number.NaN);
    if (window > 0) return { window };
  }
  const isOverflow =
    status === 413 ||
    words.some((word) => word !== null && CODES.has(word.toLowerCase())) ||
    UNNAMED.test(text);
  return isOverflow ? { window: null } : null;
}

/** Statuses that mean something else, whatever the words are. */
const NEVER: ReadonlySet<number> = new Set([401, 402, 403, 404, 429]);
