import { isSwitched, switchOf, type ToolSwitches } from '../../../instance/tool-switches/model.ts';
import type { Model } from '../../../ports/model.ts';
import type { ToolFamily } from '../../../ports/tools.ts';
import { offerLimits } from '../limits.ts';
import type { Tool } from '../port.ts';
import { briefTool } from './brief-tool.ts';
import { BY_ITSELF, FAMILIES, VERBS } from './families.ts';
import { partsOf } from '../../../trust/untrusted/untrusted.ts';
import type { Turn } from './outbound.ts';
import { bytesIn, tokensInBytes } from './tokens.ts';
import { definitionOf } from './tool-definition.ts';

const { few, usual, found: maxFound, readChars, servers: maxServers, share } = offerLimits;

/** The tool with which a model finds the others. */
export const FINDER = 'find_tools';

/** Tokens that the tools of this model may take: the share of its window that its profile says, or the usual one. */
export const toolRoom = ({
  contextWindow,
  toolShare = share,
}: Pick<Model, 'contextWindow' | 'toolShare'>): number => contextWindow * toolShare;

export interface OfferRequest {
  /** All that the model may use, in the order in which it is shown them. */
  readonly tools: readonly Tool[];
  /** Tokens that the definitions may take. */
  readonly room: number;
  /** The conversation as the model is shown it, its task included. */
  readonly turns: readonly Turn[];
  /** The names of tools that the owner, or the setting of the work, asks for. */
  readonly asked: readonly string[];
  /** What its owner has switched on is offered from the first turn; absent or null: nothing. */
  readonly switches?: ToolSwitches | null;
}

export interface Offer {
  /** As the model is shown them: some of them may be brief. */
  readonly tools: readonly Tool[];
  /** The others, which `find_tools` can load. */
  readonly leftOut: readonly Tool[];
  /** Tools that are needed and left out because the window has no room for them. */
  readonly tooLarge: readonly Tool[];
}

/**
 * Chooses the tools that a model is offered: a pure function, so a run that goes on, a fork and a replay are offered the
 * same. Few tools are offered all. Of many, as far as there is room and in this order: the tool that finds others; the
 * core; what its owner has switched on, each family or server as a whole; what the conversation used or looked for, the
 * latest first; what was asked for by name; the families that its owner's words name, the latest first; and the tools of
 * servers that have few. What the last words ask for goes before what was used before them, and of several families each
 * gets its best tool before any gets its second. Where what is needed does not fit in full, and more of it does so, all
 * but the core is shown briefly, then the core, too.
 */
export function offered(request: OfferRequest): Offer {
  const [inFull, ...shorter] = FORMS;
  let best = offeredAs(inFull, request);
  for (const isBrief of shorter) {
    if (best.tooLarge.length === 0) break;
    const offer = offeredAs(isBrief, request);
    if (offer.tooLarge.length < best.tooLarge.length) best = offer;
  }
  return best;
}

/** Which tools are shown briefly. */
type Form = (tool: Tool) => boolean;

const isCore = ({ family = 'core', ofServer }: Tool): boolean => family === 'core' && ofServer === undefined;

const FORMS: readonly [Form, ...Form[]] = [() => false, (tool) => !isCore(tool), () => true];

function offeredAs(isBrief: Form, { tools: all, room, turns, asked, switches = null }: OfferRequest): Offer {
  const shown = (tool: Tool): Tool => (tool.name !== FINDER && isBrief(tool) ? briefTool(tool) : tool);
  const tokensOf = (tool: Tool): number => tokensIn(shown(tool));
  const sizeOf = (tools: readonly Tool[]): number => tools.reduce((sum, tool) => sum + tokensOf(tool), 0);
  const others = all.filter(({ name }) => name !== FINDER);
  if (sizeOf(others) <= Math.min(room, few)) return { tools: others.map(shown), leftOut: [], tooLarge: [] };
  const finder = all.find(({ name }) => name === FINDER);
  const chosen = new Set<Tool>();
  const tooLarge = new Set<Tool>();
  let left = room;
  const take = (tools: readonly Tool[]): void => {
    for (const tool of tools) {
      const tokens = chosen.has(tool) ? 0 : tokensOf(tool);
      if (tokens > left) {
        tooLarge.add(tool);
        continue;
      }
      left -= tokens;
      chosen.add(tool);
    }
  };
  if (finder) take([finderAmong(all, finder, isBrief(finder))]);
  take(others.filter(isCore));
  for (const tools of switchedOn(others, switches)) {
    // A part of them would be an accident of their order: then they are chosen by need, like the others.
    if (sizeOf(tools) <= left) take(tools);
    else for (const tool of tools) tooLarge.add(tool);
  }
  const takeUsed = (among: readonly Turn[]): void => {
    for (const block of among.toReversed().flatMap(({ content }) => content.toReversed()))
      if (block.type === 'tool_call')
        take(
          block.name === FINDER
            ? found(others, wordsIn(block.input))
            : others.filter(({ name }) => name === block.name),
        );
  };
  const last = turns.findLastIndex((turn) => wordsOfOwner(turn).length > 0);
  takeUsed(turns.slice(last + 1));
  take(others.filter(({ name }) => asked.includes(name)));
  for (const text of turns.slice(Math.max(last, 0), last + 1).flatMap(wordsOfOwner))
    take(named(others, text).best);
  takeUsed(turns.slice(0, last + 1));
  for (const text of turns.toReversed().flatMap(wordsOfOwner)) {
    const { best, more } = named(others, text);
    take([...best, ...more]);
  }
  for (const tools of byServer(others).values())
    if (room - left + sizeOf(tools.filter((tool) => !chosen.has(tool))) <= usual) take(tools);
  return {
    tools: [...chosen]
      .filter(({ name }) => name === FINDER)
      .concat(others.filter((tool) => chosen.has(tool)))
      .map(shown),
    leftOut: others.filter((tool) => !chosen.has(tool)),
    tooLarge: others.filter((tool) => tooLarge.has(tool) && !chosen.has(tool)),
  };
}

/** What the owner, or the author of the task, says in this turn, as far as it is read. */
const wordsOfOwner = ({ role, content }: Turn): readonly string[] =>
  role !== 'user'
    ? []
    : content.flatMap((block) =>
        block.type === 'text' && partsOf(block.text).inside === '' ? [bothEnds(block.text)] : [],
      );

/** How much these words ask for just this tool of its family. */
const askedBy = ({ name, ofServer }: Tool, text: string): number =>
  ofServer !== undefined
    ? 0
    : (BY_ITSELF[name]?.test(text) ? 2 : 0) +
      (name.split('_').some((part) => VERBS[part]?.test(text)) ? 1 : 0);

/**
 * The tools that these words ask for, the best first, without those that fit far worse: by their own names, by their family or server, or by words of
 * their descriptions.
 */
export function found(tools: readonly Tool[], words: string): readonly Tool[] {
  const asked = wordsOf(words);
  const stems = stemsOf(words);
  const families = familiesIn(words);
  const scored = tools.map((tool) => {
    const { name, family = 'core', ofServer = '', description } = tool;
    const isOfFamily = asked.has(family) || families.has(family) || asked.has(ofServer.toLowerCase());
    const hits = (text: string): number => stems.filter((stem) => text.toLowerCase().includes(stem)).length;
    const score =
      (asked.has(name.toLowerCase()) ? 100 : 0) +
      (isOfFamily ? 10 + 5 * askedBy(tool, words) : 0) +
      3 * hits(name) +
      hits(description);
    return { tool, score };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score * FAR_WORSE >= best)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ tool }) => tool);
}

const FAR_WORSE = 4;

interface Named {
  /** Those that are named, and the best tool of each family; the families whose tool the verb asks for first. */
  readonly best: readonly Tool[];
  readonly more: readonly Tool[];
}

/** The tools that a text for the agent needs, as far as its words tell. */
function named(tools: readonly Tool[], text: string): Named {
  const families = familiesIn(text);
  const words = wordsOf(text);
  const byName = tools.filter(({ name }) => words.has(name.toLowerCase()));
  const stems = stemsOf(text);
  const said = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const timesNamed = ({ family }: Tool): number =>
    family === undefined
      ? 0
      : (families.get(family) ?? 0) + byName.filter((tool) => tool.family === family).length;
  const ranked = tools
    .filter((tool) => timesNamed(tool) > 0)
    .map((tool) => ({ tool, asked: askedBy(tool, text), times: timesNamed(tool) }))
    .toSorted((a, b) => b.asked - a.asked || b.times - a.times);
  const isBest = ({ tool }: (typeof ranked)[number], index: number): boolean =>
    ranked.findIndex((other) => other.tool.family === tool.family) === index;
  const toolsIn = (some: typeof ranked): readonly Tool[] => some.map(({ tool }) => tool);
  const ofServers = [...byServer(tools)].flatMap(([server, its]) => {
    const isNamed = said.includes(
      ` ${server
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
    );
    if (isNamed) return [...new Set([...found(its, text), ...its])].slice(0, maxFound);
    return its.filter(({ name }) => stems.filter((stem) => name.toLowerCase().includes(stem)).length > 1);
  });
  return {
    best: [...byName, ...toolsIn(ranked.filter(isBest))],
    more: [...toolsIn(ranked.filter((one, index) => !isBest(one, index))), ...ofServers],
  };
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu));

/** The families that this text names, and how often. */
const familiesIn = (text: string): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(FAMILIES).flatMap(([family, { words }]) => {
      const count = text.match(words)?.length ?? 0;
      return count === 0 ? [] : [[family, count]];
    }),
  );

/** Without endings of inflected words, and without words that say nothing of a tool. */
const stemsOf = (text: string): readonly string[] => [
  ...new Set(
    (text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
      .filter((word) => !EMPTY.has(word))
      .map((word) => (word.length > 4 ? word.replace(/(?:ies|es|s|en|e)$/u, '') : word)),
  ),
];

const EMPTY = new Set(
  'the and for with from that this can you tool tools use all any new its into out der die das und ein eine einen mit für von aus den dem des ist sind werkzeug werkzeuge alle'.split(
    ' ',
  ),
);

const wordsIn = ({ words }: Readonly<Record<string, unknown>>): string =>
  typeof words === 'string' ? bothEnds(words) : '';

/** A pasted document names everything: the task is before it or after it. */
const bothEnds = (text: string): string =>
  text.length <= 2 * readChars ? text : `${text.slice(0, readChars)}\n${text.slice(-readChars)}`;

function byServer(tools: readonly Tool[]): ReadonlyMap<string, readonly Tool[]> {
  const servers = new Map<string, Tool[]>();
  for (const tool of tools)
    if (tool.ofServer !== undefined)
      servers.set(tool.ofServer, [...(servers.get(tool.ofServer) ?? []), tool]);
  return servers;
}

/** By family or server, in their order. */
function switchedOn(tools: readonly Tool[], switches: ToolSwitches | null): readonly (readonly Tool[])[] {
  const on = tools.filter((tool) => isSwitched(switches, tool) === true);
  return [...Map.groupBy(on, switchOf).values()];
}

/** By the finder, in full or brief: as it was told last. */
const finders = new WeakMap<Tool, Tool>();

/** With the families and servers that there are, so that a model knows what it may look for. */
function finderAmong(all: readonly Tool[], finder: Tool, isBrief: boolean): Tool {
  const present = new Set(all.map(({ family }) => family));
  const families = Object.entries(FAMILIES)
    .filter(([family]) => family !== 'core' && present.has(family as ToolFamily))
    .map(([family, { says }]) => (isBrief ? family : `${family} (${says})`));
  const servers = [...byServer(all)].map(([server, { length }]) => `${server} (${length})`);
  const list = [
    ...(families.length === 0 ? [] : [`Families: ${families.join(isBrief ? ', ' : '; ')}.`]),
    ...(servers.length === 0
      ? []
      : [
          `Tool servers: ${servers.slice(0, maxServers).join(', ')}${servers.length > maxServers ? ', …' : ''}.`,
        ]),
  ];
  const shown = isBrief ? briefTool(finder) : finder;
  const description = [shown.description, ...list].join(' ');
  const last = finders.get(shown);
  if (last?.description === description) return last;
  const told = { ...shown, description };
  finders.set(shown, told);
  return told;
}

const counted = new WeakMap<Tool, number>();

/** Tokens of the definition of one tool. */
function tokensIn(tool: Tool): number {
  const known = counted.get(tool);
  if (known !== undefined) return known;
  const tokens = tokensInBytes(bytesIn(JSON.stringify(definitionOf(tool))));
  counted.set(tool, tokens);
  return tokens;
}

export const sizeOf = (tools: readonly Tool[]): number =>
  tools.reduce((sum, tool) => sum + tokensIn(tool), 0);

/** What is left out, by family or server, for those who follow a run. */
export function familiesOf(
  tools: readonly Tool[],
): readonly { readonly family: string; readonly tools: number }[] {
  const counts = new Map<string, number>();
  for (const { family = 'core', ofServer } of tools)
    counts.set(ofServer ?? family, (counts.get(ofServer ?? family) ?? 0) + 1);
  return [...counts].map(([family, count]) => ({ family, tools: count }));
}
