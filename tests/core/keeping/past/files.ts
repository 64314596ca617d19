/** Files as other assistants give them out, made from what is known of their formats. */

type Fields = Readonly<Record<string, unknown>>;

/** 2024-03-01 at noon, in seconds. */
export const NOON = 1_709_294_400;

export const gptNode = (
  id: string,
  parent: string | null,
  role: string,
  text: string,
  { message, ...node }: { readonly message?: Fields } & Fields = {},
) => ({
  id,
  parent,
  message: {
    id,
    author: { role },
    create_time: NOON + 60,
    content: { content_type: 'text', parts: [text] },
    recipient: 'all',
    metadata: role === 'assistant' ? { model_slug: 'gpt-4o' } : {},
    ...message,
  },
  ...node,
});

export const gpt = (id: string, nodes: readonly { readonly id: string }[], more: Fields = {}) => ({
  conversation_id: id,
  title: `About ${id}`,
  create_time: NOON,
  update_time: NOON + 600,
  mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
  ...more,
});

/** A question, its answer, and another answer that was given first. */
export const branched = (id: string) =>
  gpt(
    id,
    [
      { id: 'root', parent: null, message: null } as { id: string },
      gptNode('system', 'root', 'system', 'You are ChatGPT.', {
        message: { metadata: { is_visually_hidden_from_conversation: true } },
      }),
      gptNode('profile', 'system', 'user', '', {
        message: {
          content: { content_type: 'user_editable_context', user_profile: 'I am a spy.' },
          metadata: { is_user_system_message: true },
        },
      }),
      gptNode('ask', 'profile', 'user', 'Which tree grows fastest?'),
      gptNode('first', 'ask', 'assistant', 'The oak.'),
      gptNode('second', 'ask', 'assistant', 'The paulownia\ue200cite\ue202turn0search0\ue201.', {
        message: { create_time: NOON + 120 },
      }),
      gptNode('thanks', 'second', 'user', 'Thanks'),
    ],
    { current_node: 'thanks' },
  );

export const claudeOf = (id: string, messages: readonly Fields[], more: Fields = {}) => ({
  uuid: id,
  name: `About ${id}`,
  created_at: '2024-05-01T08:00:00.000000Z',
  updated_at: '2024-05-01T09:00:00.000000Z',
  account: { uuid: 'somebody' },
  chat_messages: messages,
  ...more,
});

export const claudeMessage = (id: string, sender: string, text: string, more: Fields = {}) => ({
  uuid: id,
  sender,
  text,
  content: [{ type: 'text', text }],
  created_at: '2024-05-01T08:01:00.000000Z',
  attachments: [],
  files: [],
  ...more,
});

export const webuiMessage = (
  id: string,
  parentId: string | null,
  role: string,
  content: unknown,
  more: Fields = {},
) => ({ id, parentId, childrenIds: [], role, content, timestamp: NOON + 60, ...more });

export const webui = (id: string, messages: readonly { readonly id: string }[], more: Fields = {}) => ({
  id,
  user_id: 'somebody',
  title: `About ${id}`,
  chat: {
    title: `About ${id}`,
    models: ['llama3'],
    history: {
      messages: Object.fromEntries(messages.map((message) => [message.id, message])),
      currentId: messages.at(-1)?.id,
      ...more,
    },
  },
  created_at: NOON,
  updated_at: NOON + 600,
  archived: false,
});

export const libreMessage = (
  messageId: string,
  parentMessageId: unknown,
  isCreatedByUser: boolean,
  text: string,
  more: Fields = {},
) => ({
  messageId,
  parentMessageId: parentMessageId ?? '00000000-0000-0000-0000-000000000000',
  isCreatedByUser,
  sender: isCreatedByUser ? 'User' : 'GPT',
  text,
  error: false,
  createdAt: new Date(NOON * 1000).toISOString(),
  ...more,
});

export const libre = (conversationId: string, more: Fields) => ({
  conversationId,
  endpoint: 'anthropic',
  title: `About ${conversationId}`,
  exportAt: '12:00:00 GMT+0000',
  branches: true,
  recursive: false,
  options: { model: 'claude-3' },
  ...more,
});

export const clawSession = (id: string) => ({
  type: 'session',
  version: 3,
  id,
  timestamp: new Date(NOON * 1000).toISOString(),
  cwd: '/home/somebody',
});

export const clawEntry = (
  id: string | undefined,
  parentId: unknown,
  role: string,
  content: unknown,
  more: Fields = {},
) => ({
  type: 'message',
  id,
  parentId,
  timestamp: new Date((NOON + 60) * 1000).toISOString(),
  message: {
    role,
    content,
    timestamp: (NOON + 60) * 1000,
    ...(role === 'assistant' ? { provider: 'anthropic', model: 'opus' } : {}),
    ...more,
  },
});

/** JSON lines. What is text already is one as it stands. */
export const lines = (...all: readonly unknown[]): string =>
  all.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');
