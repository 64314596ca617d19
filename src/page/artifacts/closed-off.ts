/** Nothing is loaded but what the text itself has, and nothing leaves. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

/** With as little weight as a style can have, so that any of the document's own counts. */
const STYLE =
  ':where(html){color-scheme:light;background:#fff}:where(body){font:16px/1.6 system-ui,sans-serif}:where(svg){max-width:100%;height:auto}';

/**
 * What takes the place of elements that lead out of a frame in ways that neither its sandbox nor a policy stops: a link that
 * is opened in another tab, connections made ahead, a document within it whose text is written in another spelling.
 * `basefont` is parsed as `link` and `meta` are, and does nothing; `g` draws what is in it, also in a drawing.
 */
const INSTEAD: Readonly<Record<string, string>> = {
  a: 'g',
  area: 'basefont',
  base: 'basefont',
  link: 'basefont',
  meta: 'basefont',
  math: 'x-math',
  iframe: 'x-iframe',
};

// The name of an element is never written in another spelling, so this finds each, whatever a parser makes of the rest.
const LEADS_OUT = new RegExp(String.raw`(</?)(${Object.keys(INSTEAD).join('|')})(?=[\s/>])`, 'giu');

/**
 * HTML, or a drawing in SVG, as the document of a frame that has no origin, runs no script and reaches nothing. It relies on
 * the frame's `sandbox` (no scripts, no forms, no windows) and on the page's policy (`frame-src 'none'`).
 */
export const closedOff = (content: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${STYLE}</style>${withoutWaysOut(content)}`;

const withoutWaysOut = (content: string): string =>
  content.replace(LEADS_OUT, (_all, opening: string, name: string) => opening + INSTEAD[name.toLowerCase()]);
