import { expect, it } from '@jest/globals';
import { highlight } from '../../src/page/conversation/markdown/highlight.ts';

const SAMPLES: Readonly<Record<string, string>> = {
  bash: 'for f in *.txt; do echo "$f"; done # all',
  c: '#include <stdio.h>\nint main(void) { return 0; }',
  cpp: 'template <class T> auto f(T a) -> T { return a + 1; }',
  csharp: 'public class A { int B => 1; }',
  css: 'a:hover { color: #fff; margin: 1px }',
  diff: '--- a\n+++ b\n@@ -1 +1 @@\n-1\n+2',
  dockerfile: 'FROM node:24\nRUN npm ci',
  go: 'func main() { fmt.Println("a") }',
  ini: '[a]\nb = 1 ; c',
  java: 'class A { @Override public int b() { return 1; } }',
  javascript: 'const a = <b>{`x${1}`}</b>; // c',
  json: '{"a": [1, true, null]}',
  kotlin: 'fun main() { val a: Int = 1 }',
  lua: 'local a = 1 -- b',
  makefile: 'a: b\n\t$(CC) -o $@',
  markdown: '# a\n\n- *b* `c`',
  perl: 'my $a = qw(b c); # d',
  php: '<?php echo $a["b"]; ?> <p>c</p>',
  python: 'def a(b: int) -> str:\n    return f"{b}"  # c',
  r: 'a <- c(1, 2) # b',
  ruby: "def a; puts 'b' if c?; end",
  rust: 'fn main() { let a: &str = "b"; }',
  scala: 'object A extends App { println(1) }',
  sql: "select a from b where c = 'd' -- e",
  swift: 'let a: Int? = 1 // b',
  typescript: 'const a: number = 1; class B extends C {}',
  xml: '<a b="c"><style>d { e: f }</style><script>let g = 1</script></a>',
  yaml: 'a:\n  - b: "c" # d',
};

it.each(Object.entries(SAMPLES))('%s keeps each sign of the code, and gets colours', async (name, code) => {
  const pieces = (await highlight(code, name)) ?? [];
  expect(pieces.map(([text]) => text).join('')).toBe(code);
  expect(pieces.some(([, style]) => style?.startsWith('hljs-'))).toBe(true);
});

it('has no pieces of a language without a grammar', async () => {
  expect(await highlight('a', 'constructor')).toBeNull();
  expect((await highlight('1', 'TS'))?.map(([text]) => text)).toEqual(['1']);
});
