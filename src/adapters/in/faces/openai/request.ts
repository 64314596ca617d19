import { Wrong } from './errors.ts';
import type { SentFile } from './content.ts';
import type { FaceCall, FaceEngine } from './engine.ts';
import { withoutNotice } from '../notice.ts';
import { isTaskPrompt } from './task-prompts.ts';
import { isNothing, type Fields } from './values.ts';

/** One message, of whichever API. */
export interface Spoken {
  readonly role: 'instructions' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly files: readonly SentFile[];
}

type Body = Parameters<FaceEngine['faces.begin']>[0]['body'];

/** What a request asks of the engine. */
export interface Wanted extends Pick<Body, 'before' | 'task' | 'instructions' | 'profile'> {
  readonly files: readonly SentFile[];
  /** Not a message of a conversation: a title, or the like. */
  readonly isAside: boolean;
}

/** The model that the settings choose. */
export const OWN_MODEL = 'svc';

const profileOf = (model: unknown): string | null =>
  typeof model === 'string' && model !== '' && model !== OWN_MODEL ? model : null;

/** @param param of the messages @throws Wrong */
export function wanted(spoken: readonly Spoken[], model: unknown, param: string): Wanted {
  const said = spoken.filter(({ role }) => role !== 'instructions');
  const last = said.at(-1);
  if (last?.role !== 'user')
    throw new Wrong('The last message must be of the user: the agent answers it.', param);
  const instructions = spoken.flatMap(({ role, text }) => (role === 'instructions' ? [text] : []));
  const before = said.slice(0, -1).flatMap(({ role, text, files }) => {
    const shown = role === 'assistant' ? withoutNotice(text) : withNames(text, files);
    if (shown.trim() === '') return [];
    return [{ role: role === 'user' ? ('user' as const) : ('assistant' as const), text: shown }];
  });
  const task = last.text.trim() === '' && last.files.length > 0 ? 'See the attached files.' : last.text;
  if (task.trim() === '') throw new Wrong('The last message is empty.', param);
  return {
    before,
    task,
    instructions: instructions.length === 0 ? null : instructions.join('\n\n'),
    profile: profileOf(model),
    files: last.files,
    isAside: isTaskPrompt(task),
  };
}

/** Files of earlier messages are in the thread; a conversation that began elsewhere says that there were some. */
const withNames = (text: string, files: readonly SentFile[]): string =>
  text.trim() === '' && files.length > 0 ? 'See the attached files.' : text;

/** What this API has and the face does not, with the words of its refusal. `isAside`: then it is left out in silence. */
export function refuseOthers(body: Fields, isAside: boolean): void {
  if (typeof body['n'] === 'number' && body['n'] > 1)
    throw new Wrong('There is one answer to a message: n can only be 1.', 'n', 'unsupported_value');
  if (!isNothing(body['logprobs']) || !isNothing(body['top_logprobs']))
    throw new Wrong('Probabilities of tokens are not known here.', 'logprobs', 'unsupported_value');
  if (!isNothing(body['audio']) || [body['modalities']].flat().includes('audio'))
    throw new Wrong('Answers are text.', 'modalities', 'unsupported_value');
  if (isAside) return;
  for (const name of ['tools', 'functions'])
    if (!isNothing(body[name]) && body['tool_choice'] !== 'none')
      throw new Wrong(
        'svc uses tools of its own and makes no calls of tools that a client brings. Switch them off in the client, or send tool_choice "none".',
        name,
        'unsupported_value',
      );
}

/** @throws Wrong */
export function refuseFormat(format: unknown, param: string, isAside: boolean): void {
  const type = (format as Fields | null | undefined)?.['type'] ?? 'text';
  if (type !== 'text' && !isAside)
    throw new Wrong(
      'The form of an answer cannot be promised: ask for it in words.',
      param,
      'unsupported_value',
    );
}

const CHAT_HEADERS = ['x-svc-chat', 'x-openwebui-chat-id'] as const;

/** How the headers name the thread. @throws Wrong */
export function namingIn({ headers }: Pick<FaceCall, 'headers'>): Body['naming'] {
  const thread = headerIn(headers, 'x-svc-thread');
  if (thread !== null) return { by: 'thread', threadId: thread };
  for (const name of CHAT_HEADERS) {
    const chat = headerIn(headers, name);
    if (chat !== null) return { by: 'chat', chat };
  }
  return { by: 'words' };
}

function headerIn(headers: FaceCall['headers'], name: string): string | null {
  const value = headers[name];
  if (typeof value !== 'string' || value.trim() === '') return null;
  if (value.length > 200) throw new Wrong(`The header ${name} has more than 200 characters.`, null);
  return value.trim();
}
