import type { Json, JsonObject } from '../../kernel/json.ts';
import type { PastMessage } from './model.ts';
import { fileLine, Left, listIn, objectIn, textIn, withFiles, type Shape } from './shapes.ts';
import type { PastNode } from './tree.ts';

/**
 * Claude: a list of messages (`chat_messages`), each of which may name the one before it. The last of the list is the one
 * that was shown last.
 */
export const claude: Shape = {
  kind: 'claude',
  isOne: ({ chat_messages: messages }) => Array.isArray(messages),
  sizeOf: ({ chat_messages: messages }) => listIn(messages).length,
  read: (value, at) => {
    const left = new Left();
    const nodes = new Map<string, PastNode>();
    const all = listIn(value['chat_messages']).map(objectIn);
    const isTree = all.some((message) => textIn(message['parent_message_uuid']) !== null);
    let before: string | null = null;
    for (const [index, message] of all.entries()) {
      const id: string = textIn(message['uuid']) ?? `no id ${index}`;
      if (nodes.has(id)) continue;
      const named = textIn(message['parent_message_uuid']);
      const parent = isTree ? named : before;
      nodes.set(id, { parent: parent === NOTHING ? null : parent, message: messageIn(message, at, left) });
      before = id;
    }
    return {
      sourceId: value['uuid'],
      title: value['name'],
      createdAt: at(value['created_at']),
      updatedAt: at(value['updated_at']),
      tree: { nodes, shownEnd: before },
      left,
    };
  },
};

/** What its first message names as the one before it. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

function messageIn(
  message: JsonObject,
  at: (value: Json | undefined) => number | null,
  left: Left,
): PastMessage | null {
  const { sender, created_at: time } = message;
  if (sender !== 'human' && sender !== 'assistant') return null;
  const texts: string[] = [];
  for (const block of listIn(message['content']).map(objectIn)) {
    const { type, text } = block;
    if (type === 'tool_use') left.tools += 1;
    if (type === 'text' && typeof text === 'string') texts.push(text);
  }
  const said = texts.length > 0 ? texts.join('\n\n') : (textIn(message['text']) ?? '');
  const files: string[] = [];
  for (const file of listIn(message['attachments']).map(objectIn)) {
    const content = textIn(file['extracted_content']) ?? '';
    if (content === '') left.files += 1;
    files.push(withFiles(fileLine(file['file_name']), [content]));
  }
  for (const file of listIn(message['files']).map(objectIn)) {
    left.files += 1;
    files.push(fileLine(file['file_name']));
  }
  const text = withFiles(said, files);
  if (text === '') return null;
  const role = sender === 'human' ? 'user' : 'assistant';
  return { role, text, at: at(time), model: role === 'assistant' ? textIn(message['model']) : null };
}
