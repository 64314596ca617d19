import type { Emitter, LanguageFn } from 'highlight.js';
import core from 'highlight.js/lib/core';

/** A piece of code and the class of its colour. */
export type Piece = readonly [text: string, style: string | undefined];

type Grammar = () => Promise<{ readonly default: LanguageFn }>;

/** Each is a file of its own, loaded when code of that language is shown. */
const grammars: Readonly<Record<string, Grammar>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const aliases: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  'c++': 'cpp',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  toml: 'ini',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  jsonc: 'json',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  ts: 'typescript',
  tsx: 'typescript',
  html: 'xml',
  svg: 'xml',
  yml: 'yaml',
};

/** What the library finds, as pieces in their order. It would else write HTML. */
class Pieces implements Emitter {
  readonly found: Piece[] = [];
  readonly #styles: string[] = [];

  openNode(name: string): void {
    const [first = '', ...rest] = name.split('.');
    this.#styles.push(
      [`hljs-${first}`, ...rest.map((part, index) => part + '_'.repeat(index + 1))].join(' '),
    );
  }

  closeNode(): void {
    this.#styles.pop();
  }

  /** The library calls this and the next in some places, and those above in others. */
  startScope(name: string): void {
    this.openNode(name);
  }

  endScope(): void {
    this.closeNode();
  }

  addText(text: string): void {
    if (text !== '') this.found.push([text, this.#styles.at(-1)]);
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof Pieces) this.found.push(...emitter.found);
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }
}

const highlighter = core.newInstance();
highlighter.configure({ __emitter: Pieces });

/** Null if there is no grammar for this language. */
export async function highlight(code: string, language: string): Promise<readonly Piece[] | null> {
  const asked = language.toLowerCase();
  const name = aliases[asked] ?? asked;
  const grammar = Object.hasOwn(grammars, name) ? grammars[name] : undefined;
  if (!grammar) return null;
  if (!highlighter.getLanguage(name)) highlighter.registerLanguage(name, (await grammar()).default);
  const { errorRaised, _emitter: emitter } = highlighter.highlight(code, {
    language: name,
    ignoreIllegals: true,
  });
  // A fault of a grammar ends with part of the code.
  if (errorRaised) throw errorRaised;
  return emitter instanceof Pieces ? emitter.found : null;
}
