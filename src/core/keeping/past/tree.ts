import { pastLimits } from './limits.ts';
import type { PastBranch, PastMessage } from './model.ts';

/** One message of a conversation that may have gone on in several ways. */
export interface PastNode {
  readonly parent: string | null;
  /** Null: it is not shown, but others follow it. */
  readonly message: PastMessage | null;
}

export interface PastTree {
  /** By their ids, in the order of the file. */
  readonly nodes: ReadonlyMap<string, PastNode>;
  /** The last message of what was shown there; null if the file does not say. */
  readonly shownEnd: string | null;
}

export interface PastPaths {
  readonly messages: readonly PastMessage[];
  readonly branches: readonly PastBranch[];
  /** Ends of the conversation that were not looked at, or are too many. */
  readonly left: number;
  /** Of something that comes, what came before it is missing, or something cannot be reached. */
  readonly isBroken: boolean;
}

interface Path {
  readonly ids: readonly string[];
  readonly messages: readonly PastMessage[];
  readonly isBroken: boolean;
}

/** What was shown last, and the other ways in which the conversation went on: those that the file has last. */
export function pathsOf({ nodes, shownEnd }: PastTree): PastPaths {
  const followed = new Set([...nodes.values()].map(({ parent }) => parent));
  const ends = [...nodes.keys()].filter((id) => !followed.has(id));
  const known = shownEnd !== null && nodes.has(shownEnd) ? shownEnd : null;
  const main = pathTo(nodes, known ?? ends.at(-1) ?? [...nodes.keys()].at(-1) ?? null);
  const branches: PastBranch[] = [];
  const taken = new Set(main.ids);
  let left = 0;
  let { isBroken } = main;
  for (const [index, end] of ends.toReversed().entries()) {
    if (end === known) continue;
    if (index >= pastLimits.ends || branches.length >= pastLimits.branches) {
      left += 1;
      continue;
    }
    const path = pathTo(nodes, end);
    const last = path.ids.at(-1);
    if (last === undefined || taken.has(last)) continue;
    const differs = path.ids.findIndex((id, at) => id !== main.ids[at]);
    const shared = differs < 0 ? path.ids.length : differs;
    branches.push({ shared, messages: path.messages.slice(shared) });
    isBroken ||= path.isBroken;
    for (const id of path.ids) taken.add(id);
  }
  // What no way leads to is in a circle.
  isBroken ||= left === 0 && [...nodes].some(([id, { message }]) => message !== null && !taken.has(id));
  return { messages: main.messages, branches: branches.toReversed(), left, isBroken };
}

/** From the first message to this one, without those that are not shown. */
function pathTo(nodes: ReadonlyMap<string, PastNode>, end: string | null): Path {
  const ids: string[] = [];
  const messages: PastMessage[] = [];
  const met = new Set<string>();
  let id = end;
  for (; id !== null && !met.has(id);) {
    const node = nodes.get(id);
    if (!node) break;
    met.add(id);
    if (node.message) {
      ids.push(id);
      messages.push(node.message);
    }
    id = node.parent;
  }
  // The way up ends where nothing is before: neither a message that is missing nor one that was met already.
  return { ids: ids.toReversed(), messages: messages.toReversed(), isBroken: id !== null };
}
