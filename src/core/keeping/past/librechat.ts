import type { JsonObject } from '../../kernel/json.ts';
import { pastLimits } from './limits.ts';
import type { PastMessage } from './model.ts';
import {
  fileLine,
  Left,
  listIn,
  objectIn,
  saidIn,
  textIn,
  treeOfList,
  withFiles,
  type At,
  type Shape,
} from './shapes.ts';

/**
 * LibreChat: one conversation, with its messages as a list, each of which names the one before it, or as a tree in which
 * each has those that follow it (`children`). It shows the last of what follows a message.
 */
export const librechat: Shape = {
  kind: 'librechat',
  isOne: (value) =>
    'conversationId' in value && (Array.isArray(value['messages']) || Array.isArray(value['messagesTree'])),
  titleIn: ({ title }) => title,
  sizeOf: (value) => messagesIn(value).length,
  read: (value, at) => {
    const left = new Left();
    const all = messagesIn(value);
    const { nodes } = treeOfList(all, FIELDS, (message) => messageIn(message, at, left));
    const { model } = objectIn(value['options']);
    const named = new Map(
      [...nodes].map(([id, node]) => [
        id,
        node.message?.role === 'assistant' && node.message.model === null
          ? { ...node, message: { ...node.message, model: textIn(model) } }
          : node,
      ]),
    );
    const times = all.flatMap(({ createdAt }) => at(createdAt) ?? []);
    return {
      sourceId: value['conversationId'],
      createdAt: at(value['createdAt']) ?? times[0] ?? null,
      updatedAt: at(value['updatedAt']),
      tree: { nodes: named, shownEnd: null },
      left,
    };
  },
};

const FIELDS = {
  id: 'messageId',
  parent: 'parentMessageId',
  isFirst: (parent: string) => parent === '00000000-0000-0000-0000-000000000000' || parent === '',
} as const;

/** All of them, each before those that follow it; of too many one more than may be. */
function messagesIn(value: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const waiting = listIn(value['messagesTree'] ?? value['messages'])
    .map(objectIn)
    .toReversed();
  for (let next = waiting.pop(); next && found.length <= pastLimits.nodes; next = waiting.pop()) {
    found.push(next);
    const { messageId } = next;
    for (const child of listIn(next['children']).toReversed())
      waiting.push({ ...objectIn(child), parentMessageId: messageId ?? null });
  }
  return found;
}

function messageIn(message: JsonObject, at: At, left: Left): PastMessage | null {
  const { isCreatedByUser, sender, content, text: plain, createdAt, model, error } = message;
  // What went wrong is said in a message of its own.
  if (error === true) return null;
  const isUser = typeof isCreatedByUser === 'boolean' ? isCreatedByUser : sender === 'User';
  const { text: parts, pictures } = saidIn(listIn(content), left);
  const files = [...listIn(message['files']), ...listIn(message['attachments'])].map((file) =>
    fileLine(objectIn(file)['filename']),
  );
  left.files += files.length + pictures.length;
  const text = withFiles(parts === '' ? (textIn(plain) ?? '') : parts, [...files, ...pictures]);
  if (text === '') return null;
  return {
    role: isUser ? 'user' : 'assistant',
    text,
    at: at(createdAt),
    model: isUser ? null : textIn(model),
  };
}
