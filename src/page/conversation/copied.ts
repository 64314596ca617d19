/** What stands beside the text: buttons, hints, and what only a screen reader says. */
const LEFT_OUT = 'button, .actions, .unseen, .footer, .onward, .again, .versions, .hint, svg, summary';

const MARKS: Readonly<Record<string, string>> = {
  STRONG: '**',
  B: '**',
  EM: '*',
  I: '*',
  DEL: '~~',
  S: '~~',
};

/**
 * A part of the conversation that is marked, as Markdown. Empty if nothing of it is text, or a formula is in it, of which the
 * page has no source: then it is copied as the browser does it.
 */
export function copiedFrom(part: DocumentFragment): string {
  if (part.querySelector('math') !== null) return '';
  for (const one of part.querySelectorAll(LEFT_OUT)) one.remove();
  return blocksIn(part).join('\n\n').trim();
}

const BLOCKS = /^(?:P|DIV|SECTION|ARTICLE|UL|OL|LI|PRE|BLOCKQUOTE|TABLE|HR|DETAILS|FIGURE|H[1-6])$/u;

const isBlock = (node: Node): node is HTMLElement => BLOCKS.test(node.nodeName);

/** The blocks of a node; text between them is one of its own. */
function blocksIn(node: Node): readonly string[] {
  const blocks: string[] = [];
  let line = '';
  const end = () => {
    if (line.trim() !== '') blocks.push(line.trim());
    line = '';
  };
  for (const child of node.childNodes)
    if (isBlock(child)) {
      end();
      blocks.push(...blockOf(child));
    } else if (child instanceof HTMLElement && child.querySelector('p, div, pre, ul, ol, table') !== null) {
      end();
      blocks.push(...blocksIn(child));
    } else line += inlineOf(child);
  end();
  return blocks;
}

function blockOf(element: HTMLElement): readonly string[] {
  const { nodeName } = element;
  const level = /^H(?<level>[1-6])$/u.exec(nodeName)?.groups?.['level'];
  // The page has two above those of an answer.
  if (level !== undefined)
    return [`${'#'.repeat(Math.max(1, Number(level) - 2))} ${inlineOf(element).trim()}`];
  switch (nodeName) {
    case 'PRE':
      return [fenced(element, '')];
    case 'FIGURE': {
      const code = element.querySelector('pre');
      const language = element.querySelector('figcaption')?.textContent?.trim() ?? '';
      return code === null ? blocksIn(element) : [fenced(code, language)];
    }
    case 'UL':
    case 'OL':
      return [itemsOf(element)];
    case 'BLOCKQUOTE':
      return [blocksIn(element).join('\n\n').replaceAll(/^/gmu, '> ')];
    case 'TABLE':
      return [tableOf(element)];
    case 'HR':
      return ['---'];
    default:
      return blocksIn(element);
  }
}

function fenced(code: HTMLElement, language: string): string {
  const text = (code.textContent ?? '').replace(/\n$/u, '');
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function itemsOf(list: HTMLElement): string {
  const first = Number(list.getAttribute('start') ?? 1);
  return [...list.children]
    .map((item, nth) => {
      const mark = list.nodeName === 'OL' ? `${first + nth}. ` : '- ';
      const text = blocksIn(item).join('\n');
      return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    })
    .join('\n');
}

function tableOf(table: HTMLElement): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) =>
      inlineOf(cell)
        .trim()
        .replaceAll('|', String.raw`\|`),
    ),
  );
  const [head, ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const rule = `| ${(rows[0] ?? []).map(() => '---').join(' | ')} |`;
  return head === undefined ? '' : [head, rule, ...rest].join('\n');
}

function inlineOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  const text = [...node.childNodes].map(inlineOf).join('');
  if (node.nodeName === 'BR') return '\n';
  if (node.nodeName === 'CODE') return `\`${text}\``;
  if (node instanceof HTMLAnchorElement && node.getAttribute('href')?.startsWith('http'))
    return `[${text}](${node.getAttribute('href')})`;
  const mark = MARKS[node.nodeName];
  return mark === undefined || text.trim() === '' ? text : `${mark}${text}${mark}`;
}
