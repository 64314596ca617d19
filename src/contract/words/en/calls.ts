import type { CollectionSays } from '../../../core/knowledge/collections/says.ts';
import type { FileSays } from '../../../core/workspace/files/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { MergeSays } from '../../../core/knowledge/merges/says.ts';
import type { TaskSays } from '../../../core/automation/tasks/says.ts';
import type { ToolServerSays } from '../../../core/execution/tool-servers/says.ts';
import type { WebSays } from '../../../core/outside/web/says.ts';
import type { Words } from '../says.ts';
import { charsOf, counted, json, quoted } from './forms.ts';

/** What a call of a tool would do. */
export const calls: Words<WebSays & ToolServerSays & FileSays & TaskSays & CollectionSays & MergeSays> = {
  'request.invalid': () => 'Request an invalid address.',
  'request.send': ({ host, method, address, headers, body, isPrivate }) => {
    const given = [
      ...(headers === null ? [] : [`the headers ${quoted(headers)}`]),
      ...(body === null ? [] : [`${counted(charsOf(body), 'character')}: ${quoted(body)}`]),
    ];
    const what = given.length === 0 ? '' : `, with ${given.join(' and ')}`;
    const open = isPrivate ? '' : '\nIt is not encrypted: others on the network can read it.';
    return `Send ${host} this: ${method} ${bare(address)}${what}${open}`;
  },
  'server.call': ({ tool, server, place, input }) =>
    `Call the tool ${quoted(tool)} of the tool server ${quoted(server)} (${bare(place)}) with ${json(input)}`,
  'file.write': ({ path, content, encoding }) =>
    `Write the file ${quoted(path)} in the workspace. It will hold ${counted(charsOf(content), 'character')}${encoding === 'base64' ? ' of base64' : ''}: ${quoted(content)}.`,
  'file.edit': ({ path, before, after, isEverywhere }) =>
    `Change the file ${quoted(path)} in the workspace. There, ${quoted(before)} becomes ${quoted(after)}${isEverywhere ? ' wherever it stands' : ''}.`,
  'file.delete': ({ path }) => `Delete the file ${quoted(path)} in the workspace.`,
  'file.move': ({ from, to }) => `Move the file ${quoted(from)} to ${quoted(to)} in the workspace.`,
  'task.note': () => 'Write down a task.',
  'task.begin': ({ what }) => `The agent wants to begin work in the background: ${quoted(what)}.`,
  'records.delete': ({ count, of, collection, filter }) =>
    `The agent wants to delete ${counted(count, 'record')} of ${of} in the collection ${collection}: those that fit ${json(filter)}.`,
  'merge.ask': (facts, tell) => {
    const { kind, merged, mergedId, kept, keptId, rows, rowsByKind } = facts;
    const each = rowsByKind.length === 0 ? '' : ` (${rowsByKind.map((one) => tell(one)).join(', ')})`;
    return `Merge the ${kind} ${quoted(merged)} (${mergedId}) into ${quoted(kept)} (${keptId}): it brings ${facts.relations} relations, ${facts.memories} memories, ${rows} rows of data${each} and ${facts.conversations} conversations.`;
  },
  'merge.rows': ({ kind, count }) => `${kind}: ${count}`,
  'merge.differ': ({ details }) => `They differ in: ${details.join(', ')}.`,
  'merge.reversible': () => 'You can take this back.',
};
