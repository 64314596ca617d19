import { describe, expect, test } from '@jest/globals';
import { watchedText } from '../../../src/adapters/out/web/watched-text.ts';

const read = async (html: string, selector: string | null) =>
  await watchedText.read({ html, url: 'https://shop.example/', isHtml: true, selector });

const SHOP = `<main id="all"><ul class="list"><li class="item sold">Tea <b class="price">10</b></li>
<li class="item">Milk <i><b class="price" data-unit="l">2</b></i></li></ul></main><b class="price">99</b>`;

describe('a part of a watched page', () => {
  test.each([
    ['main .price', '10\n2'],
    ['.item > .price', '10'],
    ['#all .list .item .price', '10\n2'],
    ['li.item.sold, [data-unit="l"]', '- Tea 10\n2'],
    ['body > b', null],
    ['main *', '- Tea 10\n- Milk 2'],
  ])('%s finds what a browser would', async (selector, text) => {
    expect(await read(SHOP, selector)).toBe(text);
  });

  test('elements within each other are read once', async () => {
    const text = 'x'.repeat(100_000);
    expect((await read('<div>'.repeat(900) + text, 'div'))?.length).toBe(text.length);
  });

  test('a page that is made for a slow selector is read like any other', async () => {
    const html = `${'<div class="list item row">'.repeat(900)}<b class="price">1</b>`;
    expect(await read(html, 'main .list .item .row .list .item .row .list .item .price')).toBe(null);
    expect(await read(html, '.list .item .row .list .item .row .list .item .price')).toBe('1');
  });

  test('text of one element is bounded', async () => {
    const html = `<div>${'<p>word</p>'.repeat(200_000)}</div>`;
    expect((await read(html, 'div'))?.length).toBeLessThan(600_000);
  });

  test('a page that is nested too deeply is refused', async () => {
    await expect(read('<div>'.repeat(20_000), 'div')).rejects.toMatchObject({ code: 'watch_unreadable' });
  });

  test.each([
    ['p:nth-child(2)', 'selector_odd', ':nth-child'],
    ['i:last-child', 'selector_odd', ':last-child'],
    ['a:has(b)', 'selector_odd', ':has'],
    ['a ~ b', 'selector_odd', '~'],
    ['a + b', 'selector_odd', '+'],
    ['a[', 'selector_odd', '['],
    ['> a', 'no_selector', ''],
    ['a >', 'no_selector', ''],
    ['a,,b', 'no_selector', ''],
    ['b..c', 'no_selector', ''],
    ['a '.repeat(21), 'selector_long', ''],
  ])('%s is refused, and why is said: %s', (selector, why, odd) => {
    const facts = odd === '' ? {} : { odd: { quoted: odd } };
    expect(() => watchedText.checkSelector(selector)).toThrow(
      expect.objectContaining({
        says: [{ code: `triggers.${why}`, facts: expect.objectContaining(facts) as unknown }],
      }),
    );
  });
});
