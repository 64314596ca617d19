import { parseSync } from 'oxc-parser';

/** One change of one place in a source file that a test should notice. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};

/** In the order of the file. Types, imports and texts are no places. */
export function placesIn(path: string, source: string): readonly Place[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Place[] = [];
  const add = (start: number, end: number, instead: string): void => {
    const line = source.slice(0, start).split('\n').length;
    found.push({ start, end, instead, line });
  };
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return;
    const text = source.slice(node.start, node.end);
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      const test = node['test'] as Node;
      add(test.start, test.end, `!(${source.slice(test.start, test.end)})`);
    }
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const [left, right] = [node['left'] as Node, node['right'] as Node];
      const operator = node['operator'] as string;
      const opposite = OPPOSITES[operator];
      // A sum of texts is no sum.
      const isText = operator === '+' && /['"`]/u.test(text);
      const at = source.indexOf(operator, left.end);
      if (opposite !== undefined && !isText && at < right.start) add(at, at + operator.length, opposite);
    }
    if (node.type === 'Literal' && typeof node['value'] === 'boolean')
      add(node.start, node.end, String(!node['value']));
    if (node.type === 'Literal' && typeof node['value'] === 'number')
      add(node.start, node.end, `(${text} + 1)`);
    if (node.type === 'ExpressionStatement' && /^(?:await |void )?[\w.#]+\(/u.test(text))
      add(node.start, node.end, ';');
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
  };
  visit(program as unknown as Node);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
