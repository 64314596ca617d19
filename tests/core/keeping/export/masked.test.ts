import { expect, test } from '@jest/globals';
import { documentText } from '../../../../src/core/keeping/export/document.ts';
import { maskedAddress } from '../../../../src/core/keeping/export/masked-addresses.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import { valueMask } from '../../../../src/core/trust/masking/value-mask.ts';
import { inEnglish } from '../../../../src/contract/words/english.ts';

async function exportOf(item: JsonObject, secret: string): Promise<string> {
  let text = '';
  for await (const piece of documentText({
    head: { exportedAt: 0, serviceVersion: '1', schemaVersions: {}, sectionNames: [] },
    sections: [
      {
        name: 'events',
        count: async () => 1,
        pages: async function* () {
          yield [item];
        },
      },
    ],
    problems: [],
    words: { inEnglish },
    masked: valueMask(() => [secret]),
    whyReleased: () => null,
    at: () => undefined,
    failed: (_, error) => {
      throw error;
    },
    ended: () => undefined,
  }))
    text += piece;
  return text;
}

const SECRET = 'pass"word\\with-signs-4711';

test.each([0, 1, 2])('a secret in a text is masked, also in JSON that is in it %i times', async (times) => {
  let inner = `so ${SECRET} ends`;
  for (let n = 0; n < times; n += 1) inner = JSON.stringify({ inner });
  const text = await exportOf({ payload: { deep: [inner] }, [SECRET]: 'name' }, SECRET);
  expect(text).not.toContain('4711');
  expect(text.split('[redacted]').length).toBe(3);
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

test.each([
  ['https://mcp.example/a', 'https://mcp.example/a'],
  ['https://mcp.example/a?token=abc&x=1', 'https://mcp.example/a?token=[redacted]&x=[redacted]'],
  ['https://mcp.example/?abc#key=1', 'https://mcp.example/?[redacted]#[redacted]'],
  ['https://ann:p@ss@mcp.example/a@b', 'https://[redacted]@mcp.example/a@b'],
])('an address keeps no secret: %s', (url, masked) => {
  expect(maskedAddress(url)).toBe(masked);
});
