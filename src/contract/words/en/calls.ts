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
  'request.send': ({ host, method, address, headers, body, secrets, isPrivate }) => {
    const given = [
      ...(headers === null ? [] : [`the headers ${quoted(headers)}`]),
      ...(body === null ? [] : [`${counted(charsOf(body), 'character')}: ${quoted(body)}`]),
    ];
    const what = given.length === 0 ? '' : `, with ${given.join(' and ')}`;
    const adds =
      secrets.length === 0
        ? ''
        : `\nIt carries your secret${secrets.length > 1 ? 's' : ''} ${secrets.join(' and ')}.`;
    const open = isPrivate ? '' : '\nIt is not encrypted: others on the network can read it.';
    const does =
      method === 'GET'
        ? `Request this address from ${host}: ${bare(address)}`
        : `Send this to ${host} (${method} ${bare(address)})`;
    return `${does}${what}${adds}${open}`;
  },
  'server.call': ({ tool, server, place, isProgram, input }) =>
    `Call the tool ${quoted(tool)} of the tool server ${quoted(server)}. ${
      isProgram
        ? `The program ${bare(place)} on this machine is given this, and may send it on`
        : `This is sent to ${bare(place)}`
    }: ${json(input)}`,
  'file.write': ({ path, content, encoding }) =>
    `Write the file ${quoted(path)} in the workspace. If there is one already, it is replaced. It will hold ${counted(charsOf(content), 'character')}${encoding === 'base64' ? ' of base64' : ''}: ${quoted(content)}.`,
  'file.edit': ({ path, before, after, isEverywhere }) =>
    `Change the file ${quoted(path)} in the workspace. There, ${quoted(before)} becomes ${quoted(after)}${isEverywhere ? ' wherever it stands' : ''}.`,
  'file.delete': ({ path }) => `Delete the file ${quoted(path)} in the workspace.`,
  'file.move': ({ from, to }) => `Move the file ${quoted(from)} to ${quoted(to)} in the workspace.`,
  'task.begin': ({ what }) =>
    `Work on this in the background: ${quoted(what)}. It begins at once, and its model calls can cost money. It asks you before it changes or sends anything that you have not allowed already.`,
  'records.delete': ({ count, of, collection, filter }) =>
    `Delete ${count} of the ${counted(of, 'record')} in the collection "${collection}" for good: all that match ${json(filter)}.`,
  'merge.ask': (facts, tell) => {
    const { kind, merged, mergedId, kept, keptId, relations, memories, rows, rowsByKind, conversations } =
      facts;
    const each = rowsByKind.length === 0 ? '' : ` (${rowsByKind.map((one) => tell(one)).join(', ')})`;
    const comes = [
      ...(relations === 0 ? [] : [counted(relations, 'relation')]),
      ...(memories === 0 ? [] : [counted(memories, 'memory', 'memories')]),
      ...(rows === 0 ? [] : [`${counted(rows, 'row')} of data${each}`]),
      ...(conversations === 0 ? [] : [counted(conversations, 'conversation')]),
    ];
    const brings = comes.length === 0 ? '' : ` This goes with it: ${comes.join(', ')}.`;
    return `Merge the ${kind} ${quoted(merged)} (${mergedId}) into ${quoted(kept)} (${keptId}): they become one entry, called ${quoted(kept)}.${brings}`;
  },
  'merge.rows': ({ kind, count }) => `${kind}: ${count}`,
  'merge.differ': ({ details, kept }) =>
    `Where they differ (${details.join(', ')}), what ${quoted(kept)} has is shown first.`,
  'merge.reversible': ({ days }) => `You can take this back for ${days} days.`,
};
