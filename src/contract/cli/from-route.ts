import type { TSchema } from 'typebox';
import type { PriceKnown } from '../../core/ports/model.ts';
import type { AnswerOf, RequestTo } from '../client.ts';
import type { AnyHttpRow, HttpRows } from '../row.ts';
import {
  type CommandInput,
  type CommandRow,
  type Described,
  type Line,
  NothingToChange,
  type RouteCommand,
  type TakenAway,
  WrongOption,
} from './command.ts';
import { localMinute, typedInstant } from './local-time.ts';
import { usdOrNone } from './amounts.ts';
import { say, type Tell } from './says.ts';

/** Commands that take what their route takes, and print what it answers. */

type Members<Part> = Part extends object
  ? {
      [Name in keyof Part & string]-?: NonNullable<Part[Name]> extends infer Value
        ? Value extends readonly unknown[] | string | number | boolean
          ? Name
          : Value extends object
            ? Name | `${Name}.${keyof Value & string}`
            : Name
        : never;
    }[keyof Part & string]
  : never;

type PartOf<Row, Name extends 'params' | 'query' | 'body'> =
  NonNullable<RequestTo<Row>> extends { readonly [One in Name]?: infer Part } ? NonNullable<Part> : never;

/** A member of the query or the body, or one of an object in it: `watch.url`. */
type MemberOf<Row> = Members<PartOf<Row, 'query'>> | Members<PartOf<Row, 'body'>>;

type ArgOf<Row> = MemberOf<Row> | Members<PartOf<Row, 'params'>>;

/** What differs from the schema of a member. */
interface Words<Member extends string> {
  readonly of: Member;
  /** The placeholder of its value in the help. */
  readonly value?: string;
  /** It may be repeated, where a command above it takes several; the first counts. */
  readonly repeats?: true;
  /** Whether a typed day is its first or its last minute: the first if not given. */
  readonly day?: 'begins' | 'ends';
  /** What a typed text means; a list is made of several. @throws WrongOption */
  readonly read?: (text: string) => unknown;
}

interface ArgWords<Member extends string> extends Omit<Words<Member>, 'of'> {
  /** Null: `more` reads it. */
  readonly of: Member | null;
  readonly many?: true;
  readonly required?: true;
  readonly optional?: true;
}

/** A member by its name, or what a function makes of the whole. */
type Column<Item> = (keyof Item & string) | ((item: Item, tell: Tell) => string);

type ItemOf<Answer> = {
  [Name in keyof Answer]: Answer[Name] extends readonly (infer Item extends object)[] ? Item : never;
}[keyof Answer];

/** How an answer is printed. */
interface Prints<Answer> {
  /** The columns of the first list of an answer, or of an answer without one. */
  readonly columns?: readonly Column<[ItemOf<Answer>] extends [never] ? Answer : ItemOf<Answer>>[];
  /** One line of an answer that has lists, too. */
  readonly head?: readonly Column<Answer>[];
  /** Lines with the name of a member and its value, where there is one. */
  readonly members?: readonly (keyof Answer & string)[];
  /** What follows. How to see a next page is said in any case. */
  readonly lines?: (answer: Answer, tell: Tell) => readonly Line[];
}

type FromRoute<Row> = Prints<AnswerOf<Row>> &
  Partial<Omit<RouteCommand, 'calls' | 'request' | 'lines' | 'remarks' | 'asksFirst'>> &
  Pick<CommandRow, 'json' | 'apart' | 'list'> & {
    readonly asksFirst?: (
      client: Parameters<NonNullable<RouteCommand['asksFirst']>>[0],
      request: NonNullable<RequestTo<Row>>,
      tell: Tell,
    ) => Promise<Omit<TakenAway, 'request'> & { readonly request: NonNullable<RequestTo<Row>> }>;
    readonly remarks?: (answer: AnswerOf<Row>) => readonly string[];
    /** By name, in their order; if not given, what is in the path. */
    readonly args?: Readonly<Record<string, ArgWords<ArgOf<Row>> | ArgOf<Row>>>;
    /** By name, those that differ from their schemas. The others are named after their members. */
    readonly options?: Readonly<Record<string, Words<MemberOf<Row>> | MemberOf<Row>>>;
    /** What is no option. */
    readonly without?: readonly MemberOf<Row>[];
    /** No other members are options than those that are named. */
    readonly only?: true;
    /** What one member cannot say alone: options of its own, and what they are in the body. */
    readonly more?: Pick<CommandRow, 'switches' | 'options'> & {
      readonly body?: (input: CommandInput) => object;
      readonly query?: (input: CommandInput) => object;
    };
    /** What is sent unless an option says something else. */
    readonly sends?: {
      readonly query?: Partial<PartOf<Row, 'query'>>;
      readonly body?: Partial<PartOf<Row, 'body'>>;
    };
    /** A command without a change is a wrong command line. */
    readonly changes?: true;
  };

/** Makes commands over these routes: `commandsOf(tasks, words)('set', 'tasks.set', { … })`. */
export const commandsOf =
  <const Rows extends HttpRows>(
    rows: Rows,
    words: Pick<RouteCommand, 'whenGone'> &
      Partial<Pick<RouteCommand, 'whenNothing' | 'whenRefused' | 'named'>>,
  ) =>
  <const Operation extends keyof Rows & string>(
    name: string,
    calls: Operation,
    given: FromRoute<Rows[Operation]>,
  ): CommandRow =>
    commandOf(name, calls, rows[calls] as unknown as Row, { ...words, ...given } as unknown as AnyGiven);

/** A command that lists: alone, and as its own subcommand before these. */
export const listing = (
  name: string,
  list: CommandRow,
  below: readonly CommandRow[],
): readonly CommandRow[] => [{ ...list, name, commands: [list, ...below] }];

/** What is read of a schema. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Row = Pick<AnyHttpRow, 'route' | 'summary'> & {
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly returns?: TSchema;
};
type AnyWords = Omit<ArgWords<string>, 'of'> & { readonly of?: string | null };
type AnyGiven = Omit<
  FromRoute<never>,
  | 'args'
  | 'options'
  | 'without'
  | 'more'
  | 'sends'
  | 'columns'
  | 'head'
  | 'members'
  | 'lines'
  | 'remarks'
  | 'asksFirst'
> &
  Pick<RouteCommand, 'whenGone' | 'lines' | 'remarks' | 'asksFirst'> & {
    readonly args?: Readonly<Record<string, AnyWords | string>>;
    readonly options?: Readonly<Record<string, AnyWords | string>>;
    readonly without?: readonly string[];
    readonly more?: More;
    readonly sends?: { readonly query?: object; readonly body?: object };
    readonly columns?: readonly AnyColumn[];
    readonly head?: readonly AnyColumn[];
    readonly members?: readonly string[];
  };
type More = NonNullable<FromRoute<never>['more']>;
// oxlint-disable-next-line typescript/no-explicit-any -- columns of answers of all types meet here
type AnyColumn = string | ((item: any, tell: Tell) => string);

type Kind = 'switch' | 'number' | 'time' | 'list' | 'text' | 'other';

/** A value of the command line, and where it goes. */
interface Place {
  readonly name: string;
  readonly path: readonly string[];
  readonly kind: Kind;
  readonly takesNull: boolean;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly words: AnyWords;
}

function commandOf(
  name: string,
  calls: string,
  row: Row,
  {
    args: givenArgs,
    options: givenOptions = {},
    without = [],
    only,
    more = {},
    sends = {},
    changes,
    columns,
    head,
    members,
    lines,
    json,
    apart,
    list,
    ...route
  }: AnyGiven,
): CommandRow {
  const inPath = [...row.route.matchAll(/:(\w+)/gu)].map(([, one = '']) => one);
  const args = Object.entries(
    givenArgs ?? Object.fromEntries(inPath.map((one): [string, string] => [one, one])),
  ).map(([arg, words]) => placeOf(row, arg, words, inPath));
  const named = Object.entries(givenOptions).map(([option, words]) => placeOf(row, option, words));
  const taken = new Set([...args, ...named].map(({ path: [, member = ''] }) => member));
  const others = (only ? [] : [row.query, row.body])
    .flatMap((schema) => Object.keys((schema as Schema | undefined)?.properties ?? {}))
    .filter((member) => !taken.has(member) && !without.includes(member))
    .map((member) => placeOf(row, kebab(member), member))
    .filter(({ kind }) => kind !== 'other')
    .toSorted((a, b) => Number(isOfPages(a)) - Number(isOfPages(b)));
  const sent: Answered = { ...sends.query, ...sends.body };
  const options = [...named, ...others].map((one) => ({
    ...one,
    schema: { ...one.schema, ...defined({ default: sent[one.path.at(-1) ?? ''] }) },
  }));
  const pages = options.some(({ path }) => path.join('.') === 'query.cursor');
  const printed = linesFrom(row, { columns, head, members, lines, pages });
  return {
    name,
    described: { text: row.summary, notes: [] },
    ...defined({ apart, list }),
    ...((json ?? printed) ? { json: true } : {}),
    args: args.map(({ name: arg, words, schema, isRequired }) => ({
      name: arg,
      described: describedBy(schema, 'text', false),
      ...((isRequired || words.required) && !words.optional ? {} : { optional: true as const }),
      ...(words.many ? { many: true as const } : {}),
    })),
    switches: [
      ...(more.switches ?? []),
      ...options.filter(isSwitch).map((one) => ({ name: one.name, described: describedIn(one, row) })),
      ...(route.asksFirst ? [{ name: 'yes' }] : []),
    ],
    options: [
      ...options
        .filter((one) => !isSwitch(one))
        .map((one) => ({
          name: one.name,
          value: one.words.value ?? valueOf(one),
          described: describedIn(one, row),
          ...(one.kind === 'list' || one.words.repeats ? { repeats: true as const } : {}),
        })),
      ...(more.options ?? []),
    ],
    asks: {
      ...(route as Pick<RouteCommand, 'whenGone'>),
      calls,
      request: (input) => requestFrom(input, { row, args, options, more, sends, changes: changes ?? false }),
      ...(printed ? { lines: printed } : {}),
    },
  };
}

const isOfPages = ({ path }: Place): boolean => ['query.limit', 'query.cursor'].includes(path.join('.'));
const isSwitch = ({ kind, words }: Place): boolean => kind === 'switch' && words.read === undefined;

const defined = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Given]: Exclude<Given[Name], undefined>;
  };

const kebab = (member: string): string => member.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** @throws Error where the route has no such member */
function placeOf(row: Row, name: string, given: AnyWords | string, inPath: readonly string[] = []): Place {
  const words: AnyWords = typeof given === 'string' ? { of: given } : given;
  const member = words.of ?? name;
  if (words.of === null)
    return { name, path: [], kind: 'other', takesNull: false, schema: {}, isRequired: false, words };
  if (inPath.includes(member))
    return {
      name,
      path: ['params', member],
      kind: 'text',
      takesNull: false,
      schema: {},
      isRequired: true,
      words,
    };
  const path = member.split('.');
  for (const part of ['query', 'body'] as const) {
    let schema = row[part] as Schema | undefined;
    let isRequired = true;
    for (const step of path) {
      isRequired &&= schema?.required?.includes(step) ?? false;
      schema = schema?.properties?.[step];
      if (schema !== undefined && step !== path.at(-1)) schema = unlessNull(schema);
    }
    if (schema === undefined) continue;
    const takesNull = schema.anyOf?.some(({ type }) => type === 'null') ?? false;
    const value = unlessNull(schema);
    return {
      name,
      path: [part, ...path],
      kind: value.type === 'array' && words.read ? 'list' : kindOf(value),
      takesNull,
      schema: value,
      isRequired,
      words,
    };
  }
  throw new Error(`${row.route} takes no ${member}.`);
}

function unlessNull(schema: Schema): Schema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (others?.length !== 1) return schema;
  return { ...others[0], ...defined({ description: schema.description ?? others[0]?.description }) };
}

function kindOf({ type, enum: names, const: only, format, items }: Schema): Kind {
  if (type === 'boolean' || only === true) return 'switch';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array') return items && kindOf(items) === 'text' ? 'list' : 'other';
  if (type === 'string' && format === 'date-time') return 'time';
  return type === 'string' || names !== undefined ? 'text' : 'other';
}

const valueOf = ({ kind, name }: Place): string =>
  kind === 'number' ? 'n' : kind === 'time' ? 'time' : (name.split('-').at(-1) ?? name);

const describedIn = ({ schema, kind, takesNull }: Place, row: Row): Described =>
  describedBy(schema, kind, takesNull && row.route.startsWith('PATCH '));

function describedBy(schema: Schema, kind: Kind, takesNull: boolean): Described {
  const { description, enum: names, minimum, maximum, default: usual, items } = schema;
  const isNumber = kind === 'number';
  return {
    text: description ?? items?.description ?? '',
    notes: [
      ...(kind === 'time' ? [say('option.time')] : []),
      ...(names === undefined || description !== undefined ? [] : [say('option.names', { names })]),
      ...(isNumber && minimum !== undefined && maximum !== undefined
        ? [say('option.from_to', { minimum, maximum })]
        : []),
      ...(isNumber && usual !== undefined ? [say('option.by_default', { usual: String(usual) })] : []),
      ...(kind === 'list' ? [say('option.repeated')] : []),
      ...(takesNull ? [say('option.or_none')] : []),
    ],
  };
}

/** The request that the command line means. What does not fit is refused by the route. */
function requestFrom(
  input: CommandInput,
  {
    row,
    args,
    options,
    more,
    sends,
    changes,
  }: {
    readonly row: Row;
    readonly args: readonly Place[];
    readonly options: readonly Place[];
    readonly more: More;
    readonly sends: { readonly query?: object; readonly body?: object };
    readonly changes: boolean;
  },
): Readonly<Record<string, unknown>> {
  const request: Record<string, unknown> = structuredClone(row.body === undefined ? {} : { body: {} });
  const put = ({ path }: Place, value: unknown) => {
    if (value === undefined) return;
    let into = request;
    for (const step of path.slice(0, -1)) into = (into[step] ??= {}) as Record<string, unknown>;
    into[path.at(-1) ?? ''] = value;
  };
  for (const one of options) put(one, optionIn(one, input));
  for (const part of ['query', 'body'] as const) {
    const own = more[part]?.(input);
    if (own) request[part] = { ...(request[part] as object | undefined), ...own };
  }
  if (changes && Object.keys(request['body'] ?? {}).length === 0) throw new NothingToChange();
  for (const part of ['query', 'body'] as const)
    if (sends[part]) request[part] = { ...sends[part], ...(request[part] as object | undefined) };
  for (const [at, one] of args.entries()) {
    if (one.path.length === 0) continue;
    const typed = one.words.many ? input.args.slice(at) : input.args.slice(at, at + 1);
    if (typed.length > 0) put(one, one.kind === 'list' ? listOf(one, typed) : meantBy(one, typed.join(' ')));
    else if (one.isRequired) put(one, one.kind === 'list' ? [] : '');
  }
  return request;
}

function optionIn(one: Place, { switches, options, lists }: CommandInput): unknown {
  if (isSwitch(one)) return switches.has(one.name) || undefined;
  const text = options.get(one.name);
  const typed = lists.get(one.name) ?? (text === undefined ? undefined : [text]);
  if (typed === undefined) return undefined;
  return one.kind === 'list' ? listOf(one, typed) : meantBy(one, typed[0] ?? '');
}

const NONE = 'none';

const listOf = ({ words: { read } }: Place, typed: readonly string[]): readonly unknown[] =>
  typed.length === 1 && typed[0] === NONE ? [] : typed.map((text) => read?.(text) ?? text);

function meantBy({ name, kind, takesNull, words: { read, day = 'begins' } }: Place, text: string): unknown {
  if (read) return read(text);
  if (takesNull && text.trim() === NONE) return null;
  if (kind === 'number') return numberFrom(text);
  if (kind !== 'time') return text;
  const at = typedInstant(text, day);
  if (at === null) throw new WrongOption(say('option.not_a_time', { name }));
  return at;
}

/** What is no number goes to the engine, which says so: as `NaN` it would arrive as null. */
export const numberFrom = (text: string): number | string => {
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : text;
};

type Answered = Readonly<Record<string, unknown>>;

type Printed = {
  readonly [One in 'columns' | 'head' | 'members' | 'lines']: AnyGiven[One] | undefined;
} & { readonly pages: boolean };

/** Undefined where nothing of the answer is printed. */
function linesFrom(
  { returns }: Row,
  { columns, head, members = [], lines, pages }: Printed,
): ((answer: Answered, tell: Tell) => readonly Line[]) | undefined {
  if (!columns && !head && !lines && members.length === 0) return undefined;
  const list = Object.entries((returns as Schema | undefined)?.properties ?? {}).find(
    ([, { type, items }]) =>
      type === 'array' && (items?.anyOf ?? [items]).every((one) => one?.type === 'object'),
  )?.[0];
  const rowOf = (cells: readonly AnyColumn[], item: Answered, tell: Tell): Line =>
    cells.map((column) => (typeof column === 'string' ? cellOf(item, column, tell) : column(item, tell)));
  return (answer, tell) => [
    ...(head ? [rowOf(head, answer, tell)] : []),
    ...(columns
      ? (list === undefined ? [answer] : (answer[list] as readonly Answered[])).map((item) =>
          rowOf(columns, item, tell),
        )
      : []),
    ...members.flatMap((member): Line[] => {
      const cell = cellOf(answer, member, tell);
      return cell === '' ? [] : [[wordOf(member, tell), cell]];
    }),
    ...(lines?.(answer, tell) ?? []),
    ...(pages && typeof answer['nextCursor'] === 'string'
      ? [tell('terminal.more', { cursor: answer['nextCursor'] })]
      : []),
  ];
}

const MEMBERS = [
  'aliases',
  'archived',
  'birthday',
  'company',
  'email',
  'language',
  'phone',
  'role',
  'source',
  'type',
  'website',
] as const;

/** What a member is called; itself, where there is no word: the test of the languages tells. */
function wordOf(member: string, tell: Tell): string {
  const known = MEMBERS.find((one) => one === member);
  return known === undefined ? kebab(member).replaceAll('-', ' ') : tell(`member.${known}`);
}

/** The value of a member as a person reads it; what is not there is an empty text. */
function cellOf(item: Answered, member: string, tell: Tell): string {
  const value = item[member];
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return wordOf(member, tell);
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (member === 'costUsd') return usdOrNone(Number(value), item['priceKnown'] as PriceKnown, tell);
  if (typeof value === 'string' && (member === 'at' || member.endsWith('At'))) return localMinute(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
