import { expect, test } from '@jest/globals';
import { pageReader } from '../../../src/adapters/out/web/page-reader.ts';

const read = (html: string) => pageReader.page(html, 'https://one.example/dir/page');

test('a page becomes lines of text, with absolute addresses for its links', async () => {
  const page = await read(`<!doctype html><html><head><title>The
    title &amp; more</title><meta name="description" content="What it is about"></head>
    <body><nav><a href="/">Home</a></nav><main><h2>Head</h2><p>One <b>bold</b>
    word, <a href="next#part">next</a>, <a href="#top">up</a>, <a href="javascript:alert(1)">run</a>,
    <a href="//two.example/x?y=1&amp;z=2">other</a>.</p><ul><li>first<li>second</ul>
    <table><tr><th>Key<td>Value</table><img src="x.png" alt="A picture"><pre>a  b
c</pre></main>`);
  expect(page).toEqual({
    title: 'The title & more',
    description: 'What it is about',
    isCut: false,
    text: [
      'Home [https://one.example/]',
      '## Head',
      'One bold word, next [https://one.example/dir/next], up, run, other [https://two.example/x?y=1&z=2].',
      '- first',
      '- second',
      '| Key | Value',
      'A picture',
      'a  b',
      'c',
    ].join('\n'),
  });
});

test('hidden parts of a page are omitted', async () => {
  const page = await read(`<body><script>one()</script><style>two{}</style><template>three</template>
    <p hidden>four</p><p style="color:red; display : none">five <b>and</b> <br>six</p><div aria-hidden="true">seven</div>
    <noscript>eight</noscript><svg><text>nine</text></svg><!-- ten --><p>seen</p>`);
  expect(page.text).toBe('seen');
});

test('an unclosed head hides nothing, and a base applies', async () => {
  const page = await read(
    '<head><title>T</title><base href="https://three.example/b/"><body><p><a href="x">y</a>',
  );
  expect([page.title, page.text]).toEqual(['T', 'y [https://three.example/b/x]']);
});

test('a page that is too deep or too long is cut before its end, and says so', async () => {
  const deep = await read(`before ${'<div>'.repeat(200_000)}after`);
  expect([deep.isCut, deep.text]).toEqual([true, 'before']);
  const long = await read('word '.repeat(150_000));
  expect(long.isCut).toBe(true);
  expect(long.text.length).toBeLessThan(520_000);
  for (const odd of ['', '<', '<'.repeat(10_000), '<a href=', '</p></p>', '&'.repeat(10_000), '<title>'])
    expect((await read(odd)).isCut).toBe(false);
});

test('results of the public search are read without advertisements, and link to their targets', async () => {
  const hits =
    await pageReader.hits(`<div class="result results_links result--ad"><a class="result__a" href="https://ad.example/">Ad</a>
    <a class="result__snippet">Buy</a></div>
    <div class="result results_links"><h2><a rel="nofollow" class="result__a"
      href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fone.example%2Fa%3Fb%3D1&amp;rut=x">One <b>bold</b></a></h2>
      <a class="result__snippet" href="x">Text <b>of</b> one</a></div>
    <div class="result"><a class="result__a" href="https://two.example/">Two</a></div>
    <div class="result"><a class="result__a" href="//duckduckgo.com/l/?uddg=javascript%3Aalert(1)">Bad</a></div>`);
  expect(hits).toEqual([
    { title: 'One bold', url: 'https://one.example/a?b=1', text: 'Text of one' },
    { title: 'Two', url: 'https://two.example/', text: '' },
  ]);
});
