import { h, type VNode } from 'preact';
import temml from 'temml';
import { visible } from '../../parts/visible.ts';

/** Presentation MathML (MathML Core), without elements that load or link. */
const ELEMENTS = new Set(
  (
    'math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub ' +
    'msubsup msup mtable mtd mtext mtr munder munderover none menclose span'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'accent accentunder columnalign columnspan rowspan depth display displaystyle fence form height largeop linebreak linethickness lspace ' +
    'mathsize mathvariant maxsize minsize movablelimits notation rowspacing rspace ' +
    'scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
);
/** Of what the library styles, only what stays within the formula. No colours: they hide text, or are hard to read. */
const STYLES = new Set(
  (
    'border borderBottom borderLeft borderRight borderTop display fontWeight height justifyContent marginLeft ' +
    'mathDepth padding paddingBottom paddingLeft paddingRight paddingTop textAlign whiteSpace width'
  ).split(' '),
);

/** Marks that need pictures; a formula without them would say something else. */
const DRAWN_MARKS = /^(?:tml-cancelto|longdiv-|phasor-|circle-pad|textcircle|actuarial)/u;

/** Elements of one formula, and how deep they may be in each other. */
const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 60;
/** In a formula that defines commands each use of one may be as long as the formula: these bound their product. */
const DEFINES = /\\(?:\w*def|\w*let|\w*command)(?![a-z])/u;
const MAX_DEFINING = 300;
const MAX_USES = 40;

interface Node {
  readonly type?: string;
  readonly text?: string;
  readonly children?: readonly Node[];
  readonly classes?: readonly string[];
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly style?: Readonly<Record<string, unknown>>;
}

/** The formula as elements of MathML; null if it has an error, or would take long to read or to draw. */
export function mathml(tex: string, isDisplay: boolean): VNode | null {
  const defines = DEFINES.test(tex);
  if (defines && tex.length > MAX_DEFINING) return null;
  try {
    const tree: Node = temml.__renderToMathMLTree(tex, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      maxSize: [20, 200],
      maxExpand: defines ? MAX_USES : 1_000,
    });
    let left = MAX_ELEMENTS;
    const element = (node: Node, depth: number): VNode | string => {
      if ((left -= 1) < 0 || depth > MAX_DEPTH) throw new RangeError('The formula is too large.');
      const { type, text, children, classes = [], attributes = {}, style = {} } = node;
      if (text !== undefined) return visible(text);
      const inner = (children ?? []).map((child) => element(child, depth + 1));
      // A fragment, or something that is not of MathML.
      const name = type ?? 'mrow';
      if (!ELEMENTS.has(name)) throw new RangeError(`A formula has no element ${name}.`);
      if (classes.some((one) => DRAWN_MARKS.test(one))) throw new RangeError('A mark needs a picture.');
      const kept = {
        ...of(attributes, ATTRIBUTES),
        class: classes.join(' ') || undefined,
        style: of(style, STYLES),
      };
      return h(name, kept, ...inner);
    };
    const drawn = element(tree, 0);
    return typeof drawn === 'string' ? null : drawn;
  } catch {
    return null;
  }
}

/** The entries with these names whose value is a plain word, number or length. */
const of = (all: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all)
      .map(([name, value]) => [name, String(value)] as const)
      .filter(([name, value]) => names.has(name) && /^[\w#.,%\s-]*$/u.test(value)),
  );
