import type { JsonObject } from '../../kernel/json.ts';
import type { PastMessage } from './model.ts';
import {
  fileLine,
  Left,
  listIn,
  objectIn,
  textIn,
  UNNAMED,
  withFiles,
  type At,
  type Shape,
} from './shapes.ts';
import type { PastNode } from './tree.ts';

/**
 * ChatGPT: a tree of messages by their ids (`mapping`), and the one that was shown last (`current_node`). Instructions,
 * profiles and what tools said are messages among the others.
 */
export const chatgpt: Shape = {
  kind: 'chatgpt',
  isOne: ({ mapping }) => typeof mapping === 'object' && mapping !== null && !Array.isArray(mapping),
  titleIn: ({ title }) => title,
  sizeOf: ({ mapping }) => Object.keys(objectIn(mapping)).length,
  read: (value, at) => {
    const left = new Left();
    const nodes = new Map<string, PastNode>();
    for (const [id, node] of Object.entries(objectIn(value['mapping']))) {
      const { parent, message } = objectIn(node);
      nodes.set(id, { parent: textIn(parent), message: messageIn(objectIn(message), at, left) });
    }
    return {
      sourceId: value['conversation_id'] ?? value['id'],
      createdAt: at(value['create_time']),
      updatedAt: at(value['update_time']),
      tree: { nodes, shownEnd: textIn(value['current_node']) },
      left,
    };
  },
};

function messageIn(message: JsonObject, at: At, left: Left): PastMessage | null {
  const { author, content, metadata, recipient, create_time: time } = message;
  const { role } = objectIn(author);
  const about = objectIn(metadata);
  const { content_type: type, parts } = objectIn(content);
  if (about['is_visually_hidden_from_conversation'] === true || about['is_user_system_message'] === true)
    return null;
  if (role === 'tool') left.tools += 1;
  if (role !== 'user' && role !== 'assistant') return null;
  if (role === 'assistant' && typeof recipient === 'string' && recipient !== 'all') {
    left.tools += 1;
    return null;
  }
  if (type !== 'text' && type !== 'multimodal_text') return null;
  const texts: string[] = [];
  let pictures = 0;
  for (const part of listIn(parts)) {
    const said = typeof part === 'string' ? part : textIn(objectIn(part)['text']);
    if (said !== null) texts.push(said);
    else if (objectIn(part)['asset_pointer'] !== undefined) pictures += 1;
  }
  const named = listIn(about['attachments']).map((file) => fileLine(objectIn(file)['name']));
  const files = [...named, ...Array.from({ length: pictures - named.length }, () => UNNAMED)];
  left.files += files.length;
  const text = withFiles(texts.join('\n\n').replaceAll(MARKS, ''), files);
  if (text === '') return null;
  return { role, text, at: at(time), model: role === 'assistant' ? textIn(about['model_slug']) : null };
}

/** Where its page shows links to sources: in private characters, with numbers that mean nothing elsewhere. */
const MARKS = /\ue200[^\ue200\ue201]*\ue201/gu;
