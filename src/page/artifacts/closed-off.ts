/** Nothing is loaded but what the text itself has, and nothing leaves. */
const POLICY = "default-src 'none'; img-src data:; form-action 'none'; base-uri 'none'";

const BEGINNING = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="color-scheme" content="light">`;

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
 * HTML as the document of a frame that has no origin, runs no script and reaches nothing. It relies on the frame's `sandbox`
 * (no scripts, no forms, no windows) and on the page's policy, which is the frame's, too: no frame has an address of others, and no
 * style is inline, so the styles of the HTML do not apply.
 */
export const closedOffPage = (html: string): string =>
  BEGINNING +
  html.replace(LEADS_OUT, (_all, opening: string, name: string) => opening + INSTEAD[name.toLowerCase()]);

/**
 * A drawing in SVG as such a document. It is an image: then its own styles apply, and a browser runs no script of it, follows
 * no link of it and loads nothing for it.
 * @param instead what it is called, and what is seen in its place where it is no valid SVG
 */
export function closedOffDrawing(svg: string, instead: string): string {
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withNamespaces(svg.toWellFormed()))}`;
  return `${BEGINNING}<img width="100%" alt="${escaped(instead)}" src="${address}">`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** An image is read as XML, where a page would know the namespaces without their names. */
const withNamespaces = (svg: string): string =>
  svg.replace(/<svg(?=[\s/>])([^>]*)/u, (all, attributes: string) => {
    const plain = /\sxmlns\s*=/u.test(attributes) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
    const isLinked = svg.includes('xlink:') && !/\sxmlns:xlink\s*=/u.test(attributes);
    return `<svg${plain}${isLinked ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : ''}${all.slice(4)}`;
  });
