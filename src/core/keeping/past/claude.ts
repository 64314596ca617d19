import type { JsonObject } from '../../kernel/json.ts';
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
 * Claude: a list of messages (`chat_messages`), each of which may name the one before it. The last of the list is the one
 * that was shown last.
 */
export const claude: Shape = {
  kind: 'claude',
  isOne: ({ chat_messages: messages }) => Array.isArray(messages),
  titleIn: ({ name }) => name,
  sizeOf: ({ chat_messages: messages }) => listIn(messages).length,
  read: (value, at) => {
    const left = new Left();
    const { nodes, last } = treeOfList(
      listIn(value['chat_messages']).map(objectIn),
      { id: 'uuid', parent: 'parent_message_uuid', isFirst: (parent) => parent === NOTHING },
      (message) => messageIn(message, at, left),
    );
    return {
      sourceId: value['uuid'],
      createdAt: at(value['created_at']),
      updatedAt: at(value['updated_at']),
      tree: { nodes, shownEnd: last },
      left,
    };
  },
};

/** What its first message names as the one before it. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

function messageIn(message: JsonObject, at: At, left: Left): PastMessage | null {
  const { sender, content, created_at: time } = message;
  if (sender !== 'human' && sender !== 'assistant') return null;
  const { text: parts } = saidIn(listIn(content), left);
  const said = parts === '' ? (textIn(message['text']) ?? '') : parts;
  const files: string[] = [];
  for (const file of listIn(message['attachments']).map(objectIn)) {
    const extracted = textIn(file['extracted_content']) ?? '';
    if (extracted === '') left.files += 1;
    files.push(withFiles(fileLine(file['file_name']), [extracted]));
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
