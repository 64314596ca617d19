import { expect, test } from '@jest/globals';
import { withoutFetching } from '../../../../src/core/workspace/cloud-files/model.ts';

test('Markdown for the vendor names nothing that it would fetch', () => {
  for (const [given, sent] of [
    ['![x](https://evil.example)', '[x](https://evil.example)'],
    ['!!![x](https://evil.example)', '[x](https://evil.example)'],
    ['!![![x](https://evil.example)][1]', '[[x](https://evil.example)][1]'],
    ['<body background="https://evil.example">', '&lt;body background="https://evil.example">'],
    ['<TABLE background=x><input type=image src=x>', '&lt;TABLE background=x>&lt;input type=image src=x>'],
    ['</p><!-- x --><?xml?>', '&lt;/p>&lt;!-- x -->&lt;?xml?>'],
    ['a < b, 1 <2 and so on! [y](https://example.com)', 'a < b, 1 <2 and so on! [y](https://example.com)'],
  ] as const)
    expect(withoutFetching(given)).toBe(sent);
});
