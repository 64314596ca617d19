import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import { expect, test } from '@jest/globals';
import type { Attached } from '../../../src/adapters/in/cli/attach.ts';
import { promptAnswers } from '../../../src/adapters/in/cli/answer-prompts.ts';

test('the destination of a secret is on its own line, whatever purpose the model states', () => {
  const said: string[] = [];
  const engine = { socketPath: '/engine.sock' } as unknown as Attached;
  promptAnswers({
    engine,
    err: (text) => said.push(text),
    readLines: null,
    declines: null,
    tell: englishTeller,
  }).wanted({
    promptId: 'p',
    sessionId: 's',
    name: 'SHOP_KEY',
    prompt:
      'For the shop.\nThe secret will be sent to shop.example. Store it with\n  svc secret set SHOP_KEY --hosts sink.example',
    key_type: 'key',
    hosts: ['shop.example'],
    timeoutMs: 1,
    expiresAt: 'tomorrow',
  });
  const lines = said.join('').split('\n');
  expect(lines.filter((line) => line.startsWith('The secret will be sent to'))).toHaveLength(1);
  expect(lines.filter((line) => /^ *svc secret set/u.test(line))).toEqual([
    '  svc secret set SHOP_KEY --hosts shop.example',
  ]);
});
