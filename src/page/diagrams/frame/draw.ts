// The script of the closed frame that draws diagrams. Its document has an origin of its own, no network and no way out: see
// adapters/in/http/diagram-frame.ts. What it draws is text of a model or of a stranger, so the library is a risk, not a guard.

/** The build puts it before this script: the library without mind maps, drawings of architectures and formulas. */
declare const mermaid: {
  initialize(options: Readonly<Record<string, unknown>>): void;
  render(id: string, text: string): Promise<{ readonly svg: string }>;
};

interface Asked {
  readonly text: string;
  readonly isDark: boolean;
}

/** What the text itself may not choose (`%%{init: …}%%`): what it may do, and colours that cannot be read in the other theme. */
const OURS = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'dompurifyConfig',
  'htmlLabels',
  'theme',
  'themeVariables',
  'themeCSS',
  'darkMode',
  'fontFamily',
  'altFontFamily',
];

/** What would load something, run, or lead elsewhere. The document's policy forbids each of them as well. */
const NEVER = 'script, iframe, object, embed, link, meta, base, form, image, img, video, audio, animate, set';

let count = 0;

async function draw({ text, isDark }: Asked): Promise<readonly [number, number]> {
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: OURS,
    suppressErrorRendering: true,
    htmlLabels: false,
    deterministicIds: true,
    maxTextSize: 20_000,
    maxEdges: 500,
    theme: isDark ? 'dark' : 'default',
    darkMode: isDark,
    fontFamily: 'system-ui, sans-serif',
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, text);
  const drawn = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (!drawn) throw new Error('There is no drawing.');
  closeOff(drawn);
  document.body.replaceChildren(drawn);
  const { width, height } = drawn.viewBox.baseVal;
  drawn.setAttribute('width', '100%');
  drawn.removeAttribute('height');
  drawn.style.maxWidth = 'none';
  return [Math.ceil(width), Math.ceil(height)];
}

function closeOff(drawn: SVGSVGElement): void {
  for (const element of drawn.querySelectorAll(NEVER)) element.remove();
  for (const element of [drawn, ...drawn.querySelectorAll('*')])
    for (const name of element.getAttributeNames())
      if (/^on/iu.test(name) || (/(?:^|:)(?:href|src)$/iu.test(name) && !isWithin(element, name)))
        element.removeAttribute(name);
}

/** A reference to another part of the drawing, such as the head of an arrow. */
const isWithin = (element: Element, name: string): boolean =>
  element.getAttribute(name)?.startsWith('#') === true;

/** The page hands in a text with a port; width and height are the answer, or nothing that could be numbers. */
addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<Asked>) => {
  if (source !== parent || port === undefined) return;
  draw(data).then(
    (size) => port.postMessage(size),
    () => port.postMessage(null),
  );
});
