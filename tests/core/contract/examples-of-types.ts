import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { quote, quoteValue } from '../../../src/core/kernel/quoted.ts';
import type { Fact, Facts, Says } from '../../../src/core/kernel/says.ts';

const src = fileURLToPath(new URL('../../../src/', import.meta.url));

/** The part of a syntax tree that types of facts are made of. */
interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

const of = (node: Node, part: string): Node => node[part] as Node;
const all = (node: Node, part: string): readonly Node[] => node[part] as readonly Node[];

type Two = readonly [Fact, Fact];

const [file, other]: readonly Says[] = ['one', 'two words'].map((path) => ({
  code: 'file.delete',
  facts: { path: quote(path) },
}));

const NAMED: Readonly<Record<string, Two>> = {
  Quoted: [quote('one'), quote('two words')],
  QuotedValue: [quoteValue({ a: 'one' }, 100), quoteValue({ a: 'two', b: [1] }, 100)],
  Says: [file!, other!],
};

/** Two values of a type. */
function valuesOf(node: Node): Two {
  switch (node.type) {
    case 'TSNumberKeyword':
      return [1, 2];
    case 'TSStringKeyword':
      return ['alpha', 'beta'];
    case 'TSBooleanKeyword':
      return [true, false];
    case 'TSNullKeyword':
      return [null, null];
    case 'TSLiteralType': {
      const { value } = of(node, 'literal') as unknown as { readonly value: string };
      return [value, value];
    }
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
      return valuesOf(of(node, 'typeAnnotation'));
    case 'TSArrayType': {
      const [first, second] = valuesOf(of(node, 'elementType'));
      return [[first], [first, second]];
    }
    case 'TSUnionType': {
      const [first, second] = all(node, 'types').map((one) => valuesOf(one)[0]);
      return [first!, second!];
    }
    default:
      return NAMED[String(of(of(node, 'typeName') ?? node, 'name'))]!;
  }
}

const codesIn = (node: Node): readonly string[] =>
  node.type === 'TSUnionType'
    ? all(node, 'types').flatMap(codesIn)
    : [(of(node, 'literal') as unknown as { readonly value: string }).value];

type Examples = readonly (readonly [string, readonly [Facts, Facts]])[];

/** Two examples of the facts that an object type has. */
const factsOf = (typed: Node): readonly [Facts, Facts] => {
  const facts = all(typed, 'members').map((fact) => {
    const name = String(of(fact, 'key')['name']);
    return [name, valuesOf(of(of(fact, 'typeAnnotation'), 'typeAnnotation'))] as const;
  });
  const nth = (at: 0 | 1): Facts => Object.fromEntries(facts.map(([name, two]) => [name, two[at]]));
  return [nth(0), nth(1)];
};

const examplesIn = (declared: Node): Examples => [
  ...all(declared, 'extends').flatMap((one) =>
    all(of(one, 'typeArguments'), 'params')
      .flatMap(codesIn)
      .map((code) => [code, [{}, {}]] as const),
  ),
  ...all(of(declared, 'body'), 'body').map((member) => {
    const facts = factsOf(of(of(member, 'typeAnnotation'), 'typeAnnotation'));
    return [String(of(member, 'key')['value']), facts] as const;
  }),
];

const exportedBy = (name: string, type: string): readonly Node[] => {
  const { program } = parseSync(name, readFileSync(src + name, 'utf8'));
  return (program.body as unknown as readonly Node[]).flatMap((node) => {
    const declared = of(node, 'declaration') as Node | null | undefined;
    return declared?.type === type ? [declared] : [];
  });
};
const declaredIn = (name: string): readonly Node[] => exportedBy(name, 'TSInterfaceDeclaration');
const nameOf = (declared: Node): string => String(of(declared, 'id')['name']);

const problems = new Set(
  declaredIn('contract/words/says.ts')
    .filter((declared) => nameOf(declared) === 'AllProblems')
    .flatMap((declared) => all(declared, 'extends').map((one) => String(of(one, 'expression')['name']))),
);

/** For each code of these types two examples, which have each fact differ: made of the types of its facts. */
export const examplesOf = (names: ReadonlySet<string>) =>
  Object.fromEntries(
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('says.ts') && !name.startsWith('contract/words'))
      .flatMap(declaredIn)
      .filter((declared) => names.has(nameOf(declared)))
      .flatMap(examplesIn),
  );

export const examplesOfProblems = examplesOf(problems);

const TERMINAL = 'contract/words/en/terminal.ts';

/** The same for what the terminal says: its facts are typed where its English words are. */
export const examplesOfTerminal = (): Readonly<Record<string, readonly [Facts, Facts]>> =>
  Object.fromEntries(
    exportedBy(TERMINAL, 'VariableDeclaration')
      .flatMap((declared) => all(declared, 'declarations'))
      .filter((one) => of(one, 'id')['name'] === 'terminal')
      .flatMap((one) => all(of(of(one, 'init'), 'expression'), 'properties'))
      .map((member) => {
        const [facts] = (of(member, 'value')['params'] ?? []) as readonly Node[];
        return [
          String(of(member, 'key')['value']),
          facts === undefined ? [{}, {}] : factsOf(of(of(facts, 'typeAnnotation'), 'typeAnnotation')),
        ];
      }),
  );
