import type { Json, JsonObject } from '../../kernel/json.ts';
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
import type { PastNode } from './tree.ts';

/**
 * Open WebUI: a chat has its messages by their ids (`history.messages`) and the one that was shown last
 * (`history.currentId`); older ones have a list. In what it gives out, the chat lies in a record of its own (`chat`), beside
 * its title and times.
 */
export const openwebui: Shape = {
  kind: 'openwebui',
  isOne: (value) => {
    const { chat, history } = value;
    return (
      isObject(objectIn(history)['messages']) ||
      isObject(objectIn(objectIn(chat)['history'])['messages']) ||
      Array.isArray(objectIn(chat)['messages'])
    );
  },
  titleIn: (value) => value['title'] ?? chatIn(value)['title'],
  sizeOf: (value) => Object.keys(byIdIn(value)).length || listIn(chatIn(value)['messages']).length,
  read: (value, at) => {
    const left = new Left();
    const chat = chatIn(value);
    const byId = Object.entries(byIdIn(value));
    const read = (message: JsonObject) => messageIn(message, at, left);
    const { nodes, last } =
      byId.length > 0
        ? { nodes: new Map(byId.map(([id, node]) => [id, nodeIn(objectIn(node), read)])), last: null }
        : treeOfList(listIn(chat['messages']).map(objectIn), IN_LIST, read);
    return {
      sourceId: [value['id'], chat['id']].find((id) => id !== '' && id !== undefined) ?? firstOf(nodes),
      createdAt: at(value['created_at'] ?? chat['timestamp']),
      updatedAt: at(value['updated_at']),
      tree: { nodes, shownEnd: textIn(objectIn(chat['history'])['currentId']) ?? last },
      left,
    };
  },
};

const IN_LIST = { id: 'id', parent: 'parentId', isFirst: (parent: string) => parent === '' } as const;

const isObject = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const chatIn = (value: JsonObject): JsonObject => (isObject(value['chat']) ? objectIn(value['chat']) : value);

const byIdIn = (value: JsonObject): JsonObject => objectIn(objectIn(chatIn(value)['history'])['messages']);

const nodeIn = (node: JsonObject, read: (message: JsonObject) => PastMessage | null): PastNode => ({
  parent: textIn(node['parentId']),
  message: read(node),
});

/** A chat that was never stored has no id, but its first message has one that is like no other. */
const firstOf = (nodes: ReadonlyMap<string, PastNode>): string | undefined =>
  [...nodes].find(([, { parent }]) => parent === null)?.[0];

function messageIn(message: JsonObject, at: At, left: Left): PastMessage | null {
  const { role, content, timestamp, model, modelName } = message;
  if (role !== 'user' && role !== 'assistant') return null;
  const { text: written, pictures } = saidIn(content, left);
  const shown = role === 'user' ? written : withoutDetails(written, left);
  const files = listIn(message['files']).map((file) => {
    const { name, file: stored } = objectIn(file);
    return fileLine(name ?? objectIn(stored)['filename']);
  });
  left.files += files.length + pictures.length;
  const said = shown.trim() === '' ? answerIn(message['output']) : shown;
  const text = withFiles(said, [...files, ...pictures]);
  if (text === '') return null;
  return {
    role,
    text,
    at: at(timestamp),
    model: role === 'assistant' ? (textIn(model) ?? textIn(modelName)) : null,
  };
}

/** Newer answers may have their text in what came from the provider alone. */
const answerIn = (output: Json | undefined): string =>
  listIn(output)
    .map(objectIn)
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => listIn(content).map((part) => textIn(objectIn(part)['text']) ?? ''))
    .join('\n\n');

/**
 * An answer without what its model thought, and without its calls of tools, which lie among its text as folded parts. In
 * them brackets are escaped, so none lies in another.
 */
function withoutDetails(text: string, left: Left): string {
  let shown = '';
  let from = 0;
  for (;;) {
    const begin = text.indexOf(DETAILS, from);
    const end = begin < 0 ? -1 : text.indexOf(DETAILS_END, begin);
    if (end < 0) return shown + text.slice(from);
    const type =
      text.slice(begin + DETAILS.length, begin + DETAILS.length + TYPE_CHARS).split('"', 1)[0] ?? '';
    const after = end + DETAILS_END.length;
    if (type === 'tool_calls' || type === 'code_interpreter') left.tools += 1;
    shown += text.slice(
      from,
      type === 'reasoning' || type === 'tool_calls' || type === 'code_interpreter' ? begin : after,
    );
    from = after;
  }
}

const DETAILS = '<details type="';
const DETAILS_END = '</details>';
const TYPE_CHARS = 40;
