import { OWNER_ID } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import {
  answerIn,
  questionFor,
  verdictOf,
  type Grant,
} from '../../../../src/core/conversation/consent/model.ts';
import type { ConsentClass, ConsentDemand } from '../../../../src/core/ports/tools.ts';
import { threadId, triggerId, type TriggerId } from '../../../../src/core/kernel/ids.ts';
import { worded } from '../../../../src/core/conversation/prompts/question.ts';
import { aGrant } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';
import { sentence, testWords } from '../../../doubles/sentences.ts';

const HERE = threadId('here');
const demand = (of: ConsentClass, to?: string): ConsentDemand => ({
  class: of,
  says: sentence('Do it.'),
  ...(to === undefined ? {} : { to }),
});
const asQuestion = (asked: ConsentDemand, agent: string | null = null) =>
  worded(questionFor(asked, agent), testWords);
const verdict = (asked: ConsentDemand, isAttended: boolean, grants: readonly Grant[] = []) => {
  const standing = { personId: OWNER_ID, isAttended, canAsk: isAttended, triggerId: null, workflowId: null };
  return verdictOf({ tool: 'http_request', demand: asked, threadId: HERE, standing }, grants);
};

verifies(
  ['security.consent.classes', 'security.consent.unattended'],
  'one table decides each class, and a question that cannot reach the owner is refused',
  () => {
    const all: readonly ConsentClass[] = ['read', 'write_local', 'send_outside', 'change_self', 'exec'];
    const table = all.map((one) => [
      one,
      verdict(demand(one, 'a.example'), true),
      verdict(demand(one), false),
    ]);
    expect(table).toEqual([
      ['read', 'free', 'free'],
      ['write_local', 'free', 'refuse'],
      ['send_outside', 'ask', 'refuse'],
      ['change_self', 'ask', 'refuse'],
      ['exec', 'ask', 'refuse'],
    ]);
  },
);

verifies('security.consent.grants', 'a grant covers only its class, host, tool and conversation', () => {
  const to = demand('send_outside', 'a.example');
  expect(verdict(to, false, [aGrant()])).toBe('granted');
  expect(verdict(to, true, [aGrant({ threadId: HERE, tool: 'http_request' })])).toBe('granted');
  for (const other of [
    aGrant({ target: 'b.example' }),
    aGrant({ target: 'a.example:8080' }),
    aGrant({ class: 'write_local', target: null }),
    aGrant({ tool: 'read_page' }),
    aGrant({ threadId: threadId('there') }),
  ])
    expect(verdict(to, true, [other])).toBe('ask');
  // The target is unknown: no grant for a host covers it.
  expect(verdict(demand('send_outside'), false, [aGrant()])).toBe('refuse');
  expect(verdict(demand('write_local'), false, [aGrant({ class: 'write_local', target: null })])).toBe(
    'granted',
  );
  // Changes of the engine itself are asked for one by one, whatever a row says.
  const forged = { ...aGrant({ target: null }), class: 'change_self' } as unknown as Grant;
  expect(verdict(demand('change_self'), true, [forged])).toBe('ask');
  expect(verdict(demand('change_self'), false, [forged])).toBe('refuse');
});

test('what goes on by itself is not offered as something for once, and its choice has the same code', () => {
  const { options, choices } = asQuestion({ ...demand('change_self'), lasts: true });
  expect(options).toEqual(['Yes, do this', 'No']);
  expect(choices?.map(({ code }) => code)).toEqual(['consent.once', 'consent.no']);
});

test('a lasting grant is offered only where possible, and names its target', () => {
  const options = (asked: ConsentDemand) => asQuestion(asked).options;
  expect(options(demand('send_outside', 'a.example'))).toEqual([
    'Allow once',
    'Allow every request to a.example, whatever it sends, changes or deletes there, for 24 hours in this conversation',
    'Allow every request to a.example, whatever it sends, changes or deletes there, for 90 days in all your conversations and automations',
    'No',
  ]);
  expect(options(demand('send_outside'))).toEqual(['Allow once', 'No']);
  expect(options(demand('change_self', 'a.example'))).toEqual(['Allow once', 'No']);
});

test('a question names the sub-agent that asks, and its name cannot end the line', () => {
  const of = (agent: string | null) => asQuestion(demand('change_self'), agent).question;
  expect(of('a "b"\nc')).toBe(`The sub-agent "a \\"b\\"\\nc" asks. ${of(null)}`);
});

test('only an offered answer is a yes, in any case, and a no may give a reason', () => {
  const asked = asQuestion(demand('send_outside', 'a.example'));
  const said = (answer: string) => answerIn(demand('send_outside', 'a.example'), asked, answer);
  expect(['Allow once', 'yes'].map(said)).toEqual([{ allowed: 'once' }, { allowed: 'once' }]);
  expect(
    said(
      'Allow every request to a.example, whatever it sends, changes or deletes there, for 24 hours in this conversation',
    ),
  ).toEqual({
    allowed: 'thread',
    isOfTool: false,
  });
  expect(
    said(
      'allow every request to a.example, whatever it sends, changes or deletes there, for 90 days in all your conversations and automations',
    ),
  ).toEqual({ allowed: 'always', isOfTool: false });
  expect(said('No')).toEqual({ allowed: null, words: null });
  for (const words of [
    'Allow every request to b.example, whatever it sends, changes or deletes there, for 90 days in all your conversations and automations',
    'yes, but not this',
    'No, only to b',
  ])
    expect(said(words)).toEqual({ allowed: null, words });
  // It is not an answer where it was not offered.
  const self = demand('change_self', 'a.example');
  const lasting =
    'Allow every request to a.example, whatever it sends, changes or deletes there, for 90 days in all your conversations and automations';
  expect(answerIn(self, asQuestion(self), lasting)).toMatchObject({ allowed: null });
});

test('a consent of a trigger counts for runs of that trigger, and a consent for a folder for paths in it', () => {
  const of = { class: 'write_local', target: null } as const;
  const [mine, other] = [triggerId('mine'), triggerId('other')];
  const ask = (given: Partial<Grant>, path: string | undefined, by: TriggerId | null) =>
    verdictOf(
      {
        tool: 'write_file',
        demand: {
          class: 'write_local',
          says: sentence('Write.'),
          ...(path === undefined ? {} : { paths: [path] }),
        },
        threadId: HERE,
        standing: { personId: OWNER_ID, isAttended: false, canAsk: true, triggerId: by, workflowId: null },
      },
      [aGrant({ ...of, ...given })],
    );
  expect(ask({ triggerId: mine }, 'a.md', mine)).toBe('granted');
  expect(ask({ triggerId: mine }, 'a.md', other)).toBe('ask');
  expect(ask({ triggerId: mine }, 'a.md', null)).toBe('ask');
  const reports = { triggerId: mine, folder: 'reports' };
  expect(ask(reports, 'reports/a.md', mine)).toBe('granted');
  expect(ask(reports, './reports/deep/a.md', mine)).toBe('granted');
  for (const path of ['reports2/a.md', 'a.md', 'reports/../a.md', undefined])
    expect(ask(reports, path, mine)).toBe('ask');
  expect(ask({ triggerId: mine, folder: '.' }, 'deep/a.md', mine)).toBe('granted');
});
