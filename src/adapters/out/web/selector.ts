import { refuse } from '../../../core/automation/triggers/errors.ts';
import { triggerLimits } from '../../../core/automation/triggers/limits.ts';
import { say } from '../../../core/automation/triggers/says.ts';
import { quote } from '../../../core/kernel/quoted.ts';
import type { Quoted } from '../../../core/kernel/says.ts';

/** An element and what it hangs on: within it anywhere, or directly. */
interface Step {
  readonly compound: string;
  readonly isChild: boolean;
}

/** Each step costs every element of a page a test. */
const MAX_STEPS = 20;
/** Of the value of an attribute that is tested. */
const TESTED_CHARS = 2_000;

const TOKEN = /\[[^\][]*\]|[^\s>,[\]]+|[\s>,]+/gu;
const COMPOUND = /^(?:\*|[\w-]+)?(?:[.#][\w-]+|\[[^\][]+\])*$/u;

/** The alternatives of a selector, each with its steps. @throws Refusal invalid_selector */
function stepsOf(selector: string): readonly (readonly Step[])[] {
  const shown = quote(selector);
  if (selector.length > triggerLimits.selectorChars || selector.trim() === '')
    throw refuse.invalid_selector();
  const outside = selector.replaceAll(/\[[^\][]*\]/gu, '');
  const odd = /:[\w-]*/u.exec(outside)?.[0] ?? /[^\w\s.#>,*-]/u.exec(outside)?.[0];
  if (odd !== undefined)
    throw refuse.invalid_selector({}, say('triggers.selector_odd', { selector: shown, odd: quote(odd) }));
  const alternatives: Step[][] = [[]];
  let joint = '';
  for (const token of selector.trim().match(TOKEN) ?? []) {
    const steps = alternatives.at(-1) as Step[];
    if (/^[\s>,]/u.test(token)) {
      joint = token.trim();
      if (!['', '>', ','].includes(joint) || steps.length === 0) throw notOne(shown);
      if (joint === ',') alternatives.push([]);
      else steps.push({ compound: '', isChild: joint === '>' });
      continue;
    }
    const before = steps.pop() ?? { compound: '', isChild: false };
    steps.push({ ...before, compound: before.compound + token });
  }
  const all = alternatives.flat();
  if (
    alternatives.some((steps) => steps.length === 0) ||
    all.some(({ compound }) => compound === '' || !COMPOUND.test(compound))
  )
    throw notOne(shown);
  if (all.length > MAX_STEPS)
    throw refuse.invalid_selector({}, say('triggers.selector_long', { selector: shown, most: MAX_STEPS }));
  return alternatives;
}

const notOne = (selector: Quoted, error?: unknown) =>
  refuse.invalid_selector({}, say('triggers.no_selector', { selector }), error);

/** @throws Refusal invalid_selector */
export const checkSelector = (selector: string): void => void stepsOf(selector);

/** Of an element, by name. */
export type Attributes = Readonly<Record<string, string>>;

/** Finds elements while a page is read, without a tree: what it costs is the same for every element of every page. */
export interface Finder {
  /** Whether this element is one of those that are looked for. */
  open(name: string, attributes: Attributes): boolean;
  close(): void;
}

/** For each alternative, as bits: the steps that end at this element; and those that end at it or at one around it. */
interface Level {
  readonly here: readonly number[];
  readonly around: readonly number[];
}

/** @throws Refusal invalid_selector */
export async function finderOf(selector: string): Promise<Finder> {
  const { compile } = await import('css-select');
  const alternatives = stepsOf(selector).map((steps) =>
    steps.map(({ compound, isChild }) => ({ fits: compiled(compile, compound), isChild })),
  );
  const none = alternatives.map(() => 0);
  const levels: Level[] = [{ here: none, around: none }];
  return {
    open: (name, attributes) => {
      const { here: parent, around } = levels.at(-1) as Level;
      const element = elementOf(name, attributes);
      const here = alternatives.map((steps, index) =>
        steps.reduce((bits, { fits, isChild }, step) => {
          const before = (isChild ? parent[index] : around[index]) ?? 0;
          const canEnd = step === 0 || (before & (1 << (step - 1))) !== 0;
          return canEnd && fits(element) ? bits | (1 << step) : bits;
        }, 0),
      );
      levels.push({ here, around: here.map((bits, index) => bits | (around[index] ?? 0)) });
      return alternatives.some((steps, index) => ((here[index] ?? 0) & (1 << (steps.length - 1))) !== 0);
    },
    close: () => void levels.pop(),
  };
}

type Fits = (element: unknown) => boolean;

function compiled(compile: (selector: string) => Fits, compound: string): Fits {
  try {
    return compile(compound);
  } catch (error) {
    throw notOne(quote(compound), error);
  }
}

/** What css-select sees of an element: it alone. */
const elementOf = (name: string, attributes: Attributes) => ({
  type: 'tag',
  name,
  attribs: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, value.slice(0, TESTED_CHARS)]),
  ),
  children: [],
  parent: null,
  prev: null,
  next: null,
});
