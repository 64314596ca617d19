import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { say } from '../../../src/contract/cli/says.ts';
import { commandsOf } from '../../../src/contract/cli/from-route.ts';
import { type CommandInput, NothingToChange, WrongOption } from '../../../src/contract/cli/command.ts';
import { json } from '../../../src/contract/row.ts';
import { cursorQuery, limitQuery, NextCursor, OrNull } from '../../../src/contract/shapes.ts';

const Shown = Type.Object({ shelfId: Type.String(), title: Type.String(), full: Type.Boolean() });
const routes = {
  'shelves.list': json({
    route: 'GET /api/shelves',
    who: 'open',
    summary: 'List shelves.',
    status: 200,
    refuses: [],
    query: Type.Object({
      room: Type.Optional(Type.Enum(['attic', 'cellar'])),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({ shelves: Type.Array(Shown), nextCursor: NextCursor }),
    handle: () => Promise.resolve({ shelves: [], nextCursor: null }),
  }),
  'shelves.set': json({
    route: 'PATCH /api/shelves/:id',
    who: 'open',
    summary: 'Change a shelf.',
    status: 200,
    refuses: [],
    body: Type.Object({
      title: Type.Optional(Type.String({ description: 'What it is called' })),
      boardCount: Type.Optional(Type.Integer()),
      note: Type.Optional(OrNull(Type.String())),
      isLocked: Type.Optional(Type.Boolean()),
      tags: Type.Optional(Type.Array(Type.String())),
      dueAt: Type.Optional(OrNull(Type.String({ format: 'date-time' }))),
      size: Type.Optional(Type.Object({ widthCm: Type.Optional(Type.Number()) })),
    }),
    returns: Shown,
    handle: () => Promise.resolve({ shelfId: '1', title: '', full: false }),
  }),
};
const command = commandsOf(routes, { whenGone: say('gone.threads') });

const typed = (
  args: readonly string[],
  options: Record<string, string> = {},
  lists: Record<string, readonly string[]> = {},
  switches: readonly string[] = [],
): CommandInput => ({
  args,
  json: false,
  switches: new Set(switches),
  options: new Map(Object.entries(options)),
  lists: new Map(Object.entries(lists)),
});

describe('a command that comes from its route', () => {
  const set = command('set', 'shelves.set', {
    options: { width: 'size.widthCm', until: { of: 'dueAt', day: 'ends' } },
    without: ['title'],
    changes: true,
    columns: ['shelfId', 'title'],
  });
  const request = (input: CommandInput) => set.asks?.request?.(input);

  it('has the path as arguments, and the members of the body as options', () => {
    expect(set.args?.map(({ name }) => name)).toEqual(['id']);
    expect(set.switches?.map(({ name }) => name)).toEqual(['is-locked']);
    expect(set.options?.map(({ name, repeats }) => [name, repeats ?? false])).toEqual([
      ['width', false],
      ['until', false],
      ['board-count', false],
      ['note', false],
      ['tags', true],
    ]);
    expect(set.json).toBe(true);
  });

  it('sends values of the types of the schema, each in its place', () => {
    expect(
      request(
        typed(
          ['7'],
          { width: '80.5', 'board-count': '4', note: 'none', until: '2027-01-31T09:00:00Z' },
          { tags: ['a', 'b'] },
          ['is-locked'],
        ),
      ),
    ).toEqual({
      params: { id: '7' },
      body: {
        size: { widthCm: 80.5 },
        boardCount: 4,
        note: null,
        dueAt: '2027-01-31T09:00:00Z',
        tags: ['a', 'b'],
        isLocked: true,
      },
    });
  });

  it('leaves what is no number to the route, and refuses what is no time', () => {
    expect(request(typed(['7'], { 'board-count': 'many' }))).toMatchObject({ body: { boardCount: 'many' } });
    expect(() => request(typed(['7'], { until: 'soon' }))).toThrow(WrongOption);
  });

  it('empties a list with none, and is a wrong command line without a change', () => {
    expect(request(typed(['7'], {}, { tags: ['none'] }))).toMatchObject({ body: { tags: [] } });
    expect(() => request(typed(['7']))).toThrow(NothingToChange);
  });

  it('names a member that the route has, or is not made', () => {
    // @ts-expect-error -- what the compiler sees, too
    expect(() => command('set', 'shelves.set', { options: { height: 'size.heightCm' } })).toThrow('heightCm');
  });

  it('prints the columns of a list, and how to see what follows', () => {
    const list = command('list', 'shelves.list', {
      sends: { query: { limit: 200 } },
      columns: ['shelfId', 'full', ({ title }) => title.toUpperCase()],
    });
    const answer = { shelves: [{ shelfId: '1', title: 'a', full: true }], nextCursor: 'further' };
    const lines = list.asks?.lines?.(answer, englishTeller);
    expect(lines?.[0]).toEqual(['1', 'full', 'A']);
    expect(lines?.[1]).toContain('--cursor further');
    expect(list.asks?.request?.(typed([], { room: 'attic', limit: '3' }))).toEqual({
      query: { room: 'attic', limit: 3 },
    });
    expect(list.asks?.request?.(typed([]))).toEqual({ query: { limit: 200 } });
  });
});
