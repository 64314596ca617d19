// Room: what a trigger or workflow may do without asking, as grants of it alone. A name that does not
// exist allows nothing, and is refused.

import type { Grant } from '../../conversation/consent/model.ts';
import { listedPath } from '../../workspace/files/model.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { nearNames } from '../../kernel/near-names.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Quoted, Says } from '../../kernel/says.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { PersonId } from '../../kernel/ids.ts';
import { OF_TOOL_SERVERS, type DeclaredTool } from '../../ports/tools.ts';
import { placeFrom } from '../../outside/web/model.ts';
import { refuse } from './errors.ts';
import { permissionLimits } from './limits.ts';
import { say } from './says.ts';

/** What its runs may do without asking. Everything else that needs consent is asked when it comes up. */
export interface Permissions {
  /** Tools by name. */
  readonly tools: readonly string[];
  /** Destinations that may be sent to, as consents name them: `api.example.org`. */
  readonly hosts: readonly string[];
  /** Folders of the workspace in which files may be changed; `.` is all of it. */
  readonly folders: readonly string[];
}

/** In their canonical spelling, without repetitions. @throws Refusal invalid_permission */
export function permissionsFrom({ tools = [], hosts = [], folders = [] }: Partial<Permissions>): Permissions {
  for (const tool of tools)
    if (!/^[\w.-]{1,128}$/u.test(tool))
      throw refuse.invalid_permission({}, say('permissions.no_name', { tool: quote(tool) }));
  return {
    tools: [...new Set(tools)],
    hosts: [...new Set(hosts.map(hostFrom))],
    folders: [...new Set(folders.map(folderFrom))],
  };
}

function hostFrom(text: string): string {
  const place = placeFrom(text);
  if (place === null) throw refuse.invalid_permission({}, say('permissions.no_host', { host: quote(text) }));
  return place;
}

function folderFrom(text: string): string {
  const plain = text.replace(/\/+$/u, '') || text;
  if (plain === '.') return plain;
  try {
    return listedPath(plain).join('/');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw refuse.invalid_permission(
      {},
      say('permissions.no_folder', { folder: quote(text), why: error.says }),
    );
  }
}

/** Whether a permission is for a tool of a tool server, which sends outside. */
export const isOfServer = (tool: string): boolean => tool.startsWith(OF_TOOL_SERVERS);

/** Where a tool of a tool server is that this person may use, as consents name places; null for any other. */
export type PlaceOfTool = (tool: string, person: PersonId) => string | null;

/** A tool that a run may have; those of a tool server that is away may be missing. */
export type KnownTool = Pick<DeclaredTool, 'name' | 'beforehand'>;

/**
 * Refuses a permission that no call could use, because it would look as if it did something.
 * @throws Refusal invalid_permission
 */
export function checkAllowed({ tools }: Pick<Permissions, 'tools'>, known: readonly KnownTool[]): void {
  checkTools(tools, known);
  for (const { name, beforehand } of known) {
    if (beforehand === undefined || !tools.includes(name)) continue;
    throw refuse.invalid_permission(
      {},
      beforehand === 'never'
        ? say('permissions.asks_each_time', { tool: name })
        : say('permissions.by_host', { tool: name }),
    );
  }
}

/**
 * Refuses names of tools that do not exist: a misspelt name would allow nothing, and look as if it did. Tools of a
 * tool server that is away may be missing from `known`.
 * @throws Refusal invalid_permission
 */
export function checkTools(tools: readonly string[], known: readonly KnownTool[]): void {
  const names = new Set(known.map(({ name }) => name));
  for (const tool of tools) {
    if (names.has(tool) || isOfServer(tool)) continue;
    const near = nearNames(tool, [...names]);
    throw refuse.invalid_permission({}, say('permissions.no_tool', { tool: quote(tool), near }));
  }
}

/** They end with what they belong to, not by themselves. */
const FOR_GOOD = 36_500 * DAY_MS;

/**
 * What is allowed, as consents that count for one trigger or workflow alone.
 * @throws Refusal invalid_permission for a tool of a tool server that is not configured
 */
export function grantsFor(
  { tools, hosts, folders }: Permissions,
  whose: Pick<Grant, 'triggerId' | 'workflowId' | 'personId'>,
  placeOfTool: PlaceOfTool,
  now: number,
): readonly Omit<Grant, 'grantId'>[] {
  const all = {
    target: null,
    tool: null,
    folder: null,
    threadId: null,
    ...whose,
    createdAt: now,
    expiresAt: now + FOR_GOOD,
    revokedAt: null,
  } as const;
  return [
    ...hosts.map((target) => ({ ...all, class: 'send_outside' as const, target })),
    ...folders.map((folder) => ({ ...all, class: 'write_local' as const, folder })),
    ...tools.map((tool) => {
      if (!isOfServer(tool)) return { ...all, class: 'write_local' as const, tool };
      const target = placeOfTool(tool, whose.personId);
      if (target === null) throw refuse.invalid_permission({}, say('permissions.no_server_tool', { tool }));
      return { ...all, class: 'send_outside' as const, target, tool };
    }),
  ];
}

/** For the person who decides: what it may do without asking, and what of the rest. */
export function allowedIn(permissions: Permissions): readonly Says[] {
  const what = withoutAsking(permissions);
  return [...(what.length === 0 ? [] : [say('may.without-asking', { what })]), say('may.read')];
}

/** What a change of permissions adds and takes away. Empty if it leaves them as they are. */
export function changeOfAllowed(before: Permissions, after: Permissions): readonly Says[] {
  const [added, gone] = [withoutAsking(less(after, before)), withoutAsking(less(before, after))];
  return [
    ...(added.length === 0 ? [] : [say('may.new', { what: added })]),
    ...(gone.length === 0 ? [] : [say('may.no-longer', { what: gone })]),
  ];
}

const less = (all: Permissions, others: Permissions): Permissions => ({
  tools: all.tools.filter((one) => !others.tools.includes(one)),
  hosts: all.hosts.filter((one) => !others.hosts.includes(one)),
  folders: all.folders.filter((one) => !others.folders.includes(one)),
});

function withoutAsking({ tools, hosts, folders }: Permissions): readonly Says[] {
  const inFull = (text: string): Quoted => quote(text, permissionLimits.shownChars);
  return [
    ...(hosts.length > 0 ? [say('may.send', { hosts: hosts.map(inFull) })] : []),
    ...(folders.includes('.')
      ? [say('may.change-all-files', {})]
      : folders.length > 0
        ? [say('may.change-files', { folders: folders.map(inFull) })]
        : []),
    ...(tools.length > 0 ? [say('may.use', { tools: tools.map(inFull) })] : []),
  ];
}
