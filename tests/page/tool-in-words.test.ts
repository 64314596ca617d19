import { expect, it } from '@jest/globals';
import { toolInWords } from '../../src/page/conversation/tool-in-words.ts';
import { conversationWords } from '../../src/page/words/en/conversation.ts';

it('words a failed call as an attempt, and a search of memory as a search', () => {
  expect(toolInWords('write_file')).toBe('Wrote');
  expect(toolInWords('write_file', true)).toBe('Writing');
  expect(toolInWords('recall')).toBe('Searched its memory for');
  expect(toolInWords('mcp__notes__search', true)).toBe('search of the tool server notes');
  const { tools, attempts } = conversationWords;
  expect(Object.keys(attempts)).toEqual(Object.keys(tools));
});
