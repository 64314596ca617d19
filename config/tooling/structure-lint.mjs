// An oxlint plugin with five rules over the data of structure-rules.mjs. `house/structure` checks every import by the
// file that it resolves to (static, re-export, dynamic and type imports); `house/hidden-inputs` bans direct use of clocks,
// randomness and the environment; `house/one-way-out` bans direct network clients; `house/no-circles` bans circular
// imports; `house/no-copied-members` bans wrappers that forward a port member by member. Paths start at the root.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { circles, hiddenInputs, network, owners, rules, withoutNode, wrappers } from './structure-rules.mjs';

const escape = (text) => text.replace(/[.+?^$()|[\]\\]/g, '\\$&');

const patterns = new Map();

/** A path pattern of structure-rules.mjs as a RegExp; `<name>` captures, or stands for an earlier capture. */
function pattern(text, captured) {
  const key = captured === undefined ? text : `${text} ${JSON.stringify(captured)}`;
  const known = patterns.get(key) ?? compiled(text, captured);
  patterns.set(key, known);
  return known;
}

function compiled(text, captured) {
  const source = text.replace(/\*\*|\*|[{},]|<(\w+)>|[^*{},<]+/g, (token, name) => {
    if (name !== undefined) return captured === undefined ? `(?<${name}>[^/]+)` : escape(captured[name]);
    return { '**': '.*', '*': '[^/]*', '{': '(?:', '}': ')', ',': '|' }[token] ?? escape(token);
  });
  return new RegExp(`^${source}$`);
}

const isIn = (path, patterns, captured = {}) => patterns.some((text) => pattern(text, captured).test(path));
const isBelow = (path, folder) => path.startsWith(`${folder}/`);
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const fromRoot = (context, path) => relative(context.cwd, path).split(sep).join('/');

function judgeFile(file, target, typeOnly) {
  for (const { name, from, within = '**', to, types = [], remedy } of rules) {
    const match = pattern(from).exec(file);
    if (match === null || !isIn(target, [within])) continue;
    if (!isIn(target, typeOnly ? [...to, ...types] : to, match.groups)) return `${name}: ${remedy}`;
  }
  return undefined;
}

function judgePackage(file, specifier) {
  if (!isBelow(file, 'src')) return undefined;
  if (isBuiltin(specifier)) {
    const folder = Object.keys(withoutNode).find((each) => isBelow(file, each));
    return folder && `without-node: ${withoutNode[folder]}`;
  }
  const name = packageOf(specifier);
  const folders = owners[name];
  if (folders?.some((folder) => isBelow(file, folder))) return undefined;
  return folders === undefined
    ? `package-owner: no folder owns '${name}'. Give it one in config/tooling/structure-rules.mjs.`
    : `package-owner: '${name}' is imported only in ${folders.join(' and ')}. Add a port, or take what you need as a function-typed dependency.`;
}

const structure = {
  create(context) {
    const file = fromRoot(context, context.filename);
    const judge = (node, typeOnly) => {
      const specifier = node?.value;
      if (typeof specifier !== 'string') return;
      const message = /^\.{1,2}(\/|$)/.test(specifier)
        ? judgeFile(file, fromRoot(context, resolve(dirname(context.filename), specifier)), typeOnly)
        : judgePackage(file, specifier);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: ({ source, importKind }) => judge(source, importKind === 'type'),
      ExportAllDeclaration: ({ source, exportKind }) => judge(source, exportKind === 'type'),
      ExportNamedDeclaration: ({ source, exportKind }) => judge(source, exportKind === 'type'),
      ImportExpression: ({ source }) => judge(source, false),
      TSImportType: ({ source }) => judge(source, true),
    };
  },
};

const isName = (node, name) => node?.type === 'Identifier' && node.name === name;

/** `process` or `globalThis.process`. */
const isGlobal = (node, name) =>
  isName(node, name) ||
  (node?.type === 'MemberExpression' && isName(node.object, 'globalThis') && keyOf(node) === name);

const keyOf = ({ computed, property }) => (computed ? property.value : property.name);

const inputs = {
  create(context) {
    const file = fromRoot(context, context.filename);
    const ban = (input, node) => {
      const { within, except = [], remedy } = hiddenInputs[input];
      if (isBelow(file, within) && !isIn(file, except))
        context.report({ node, message: `hidden-input: ${remedy}` });
    };
    return {
      MemberExpression(node) {
        const key = keyOf(node);
        if (key === 'now' && isGlobal(node.object, 'Date')) ban('clock', node);
        if (key === 'random' && isGlobal(node.object, 'Math')) ban('randomness', node);
        if (key === 'env' && isGlobal(node.object, 'process')) ban('environment', node);
      },
      NewExpression(node) {
        if (isGlobal(node.callee, 'Date') && node.arguments.length === 0) ban('clock', node);
      },
      CallExpression(node) {
        if (isGlobal(node.callee, 'Date')) ban('clock', node);
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern') return;
        const keys = id.properties.map((property) => property.key?.name);
        if (keys.includes('now') && isGlobal(init, 'Date')) ban('clock', id);
        if (keys.includes('random') && isGlobal(init, 'Math')) ban('randomness', id);
        if (keys.includes('env') && isGlobal(init, 'process')) ban('environment', id);
      },
      ImportSpecifier(node) {
        if (isName(node.imported, 'env') && /^(node:)?process$/.test(node.parent.source.value))
          ban('environment', node);
      },
    };
  },
};

/** An identifier used as a value: not a key, a type, or a member of another object. */
function isValue(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed || isName(parent.object, 'globalThis');
    case 'Property':
      return parent.value === node && parent.parent?.type !== 'ObjectPattern';
    case 'PropertyDefinition':
      return parent.value === node;
    case 'MethodDefinition':
    case 'ImportSpecifier':
    case 'ExportSpecifier':
      return false;
    default:
      return !parent?.type.startsWith('TS') || /^TS(As|Satisfies|NonNull)/.test(parent.type);
  }
}

const oneWayOut = {
  create(context) {
    const file = fromRoot(context, context.filename);
    if (!isBelow(file, network.within) || isIn(file, network.rooms)) return {};
    const ban = (node) => context.report({ node, message: `one-way-out: ${network.remedy}` });
    const banned = ({ value }) =>
      typeof value === 'string' && isBuiltin(value)
        ? network.modules[value.replace(/^node:/, '')]
        : undefined;
    const judge = ({ source, importKind, exportKind, specifiers }) => {
      if (source === null || importKind === 'type' || exportKind === 'type') return;
      const names = banned(source);
      if (names === undefined) return;
      const isBanned = ({ type, imported, local, importKind: kind }) =>
        kind !== 'type' &&
        (type === 'ImportNamespaceSpecifier' ||
          type === 'ImportDefaultSpecifier' ||
          names.length === 1 ||
          names.includes((imported ?? local).name));
      if (specifiers.some(isBanned)) ban(source);
    };
    return {
      Identifier(node) {
        if (network.clients.includes(node.name) && isValue(node)) ban(node);
      },
      Literal(node) {
        const { parent } = node;
        if (parent?.type === 'MemberExpression' && parent.computed && isName(parent.object, 'globalThis'))
          if (network.clients.includes(node.value)) ban(node);
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || !isName(init, 'globalThis')) return;
        if (id.properties.some(({ key }) => network.clients.includes(key?.name))) ban(id);
      },
      ImportDeclaration: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: ({ source, exportKind }) => {
        if (exportKind !== 'type' && banned(source)) ban(source);
      },
      ImportExpression: ({ source }) => {
        if (banned(source)) ban(source);
      },
    };
  },
};

const IMPORTED = /\bfrom\s+'(\.[^']+)'|\bimport\(?\s*'(\.[^']+)'/g;
const graphs = new Map();

/** The imports of each file, and of each room and district of the core. Read once in each run of the linter. */
function graphOf(root) {
  const known = graphs.get(root);
  if (known) return known;
  const graph = { file: new Map(), room: new Map(), district: new Map() };
  graphs.set(root, graph);
  const folder = join(root, circles.within);
  if (!existsSync(folder)) return graph;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(root, path).split(sep).join('/');
    for (const [, from, later] of readFileSync(path, 'utf8').matchAll(IMPORTED)) {
      const target = relative(root, resolve(dirname(path), from ?? later))
        .split(sep)
        .join('/');
      const [level, here, there] = levelOf(file, target);
      // Within a room and outside the core, files must not be in a circle; elsewhere their rooms and districts must not.
      link(graph[level], here, there);
    }
  }
  return graph;
}

const link = (edges, from, to) => edges.set(from, (edges.get(from) ?? new Set()).add(to));

/** The folders of a file of the core: its district, and its room; what lies beside them is its own. */
const districtOf = (file) => file.slice(circles.rooms.within.length + 1).split('/')[0];
const roomOf = (file) =>
  file
    .slice(circles.rooms.within.length + 1)
    .split('/')
    .slice(0, 2)
    .join('/');

/** What two files are judged by, and the names of these. */
function levelOf(file, target) {
  const { within } = circles.rooms;
  if (!isBelow(file, within) || !isBelow(target, within)) return ['file', file, target];
  if (districtOf(file) !== districtOf(target)) return ['district', districtOf(file), districtOf(target)];
  return roomOf(file) === roomOf(target) || BASE.has(districtOf(file))
    ? ['file', file, target]
    : ['room', roomOf(file), roomOf(target)];
}

/** Districts of files that are their own rooms. */
const BASE = new Set(['kernel', 'ports']);

const reached = new Map();

/** What can be reached along these edges, with the node itself. */
function reachedFrom(from, edges) {
  const of = reached.get(edges) ?? new Map();
  reached.set(edges, of);
  const known = of.get(from) ?? new Set([from]);
  if (!of.has(from)) for (const node of known) for (const next of edges.get(node) ?? []) known.add(next);
  of.set(from, known);
  return known;
}

/** The shortest path between two nodes along these edges; null if there is none. */
function wayFrom(from, to, edges) {
  if (!reachedFrom(from, edges).has(to)) return null;
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    if (way.at(-1) === to) return way;
    for (const next of edges.get(way.at(-1)) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

const noCircles = {
  create(context) {
    const file = fromRoot(context, context.filename);
    if (!isBelow(file, circles.within)) return {};
    const judge = (node) => {
      if (typeof node?.value !== 'string' || !node.value.startsWith('.')) return;
      const target = fromRoot(context, resolve(dirname(context.filename), node.value));
      if (!isBelow(target, circles.within)) return;
      const graph = graphOf(context.cwd);
      const [level, here, there] = levelOf(file, target);
      const back = wayFrom(there, here, graph[level]);
      if (back)
        context.report({
          node,
          message: `${level}-circle: ${[here, ...back].join(' -> ')}. ${circles.remedies[level]}`,
        });
    };
    return {
      ImportDeclaration: ({ source }) => judge(source),
      ExportAllDeclaration: ({ source }) => judge(source),
      ExportNamedDeclaration: ({ source }) => judge(source),
      ImportExpression: ({ source }) => judge(source),
      TSImportType: ({ source }) => judge(source),
    };
  },
};

/** The returned expression of an arrow function or method that does nothing else. */
function onlyResult({ body }) {
  if (body?.type !== 'BlockStatement') return body;
  const [statement, ...more] = body.body;
  if (more.length > 0) return undefined;
  return statement?.type === 'ReturnStatement' ? statement.argument : statement?.expression;
}

/** The source of the object to which this member forwards its whole call, under the same name. */
function handedOnTo(name, value, text) {
  if (name === undefined || !/Function/.test(value?.type ?? '')) return undefined;
  const result = onlyResult(value);
  const call = result?.type === 'AwaitExpression' ? result.argument : result;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return undefined;
  if (keyOf(call.callee) !== name || call.arguments.length !== value.params.length) return undefined;
  const isSame = call.arguments.every((argument, at) => isName(argument, value.params[at]?.name));
  return isSame ? text(call.callee.object) : undefined;
}

const noCopiedMembers = {
  create(context) {
    const file = fromRoot(context, context.filename);
    if (!isBelow(file, wrappers.within)) return {};
    const text = (node) => context.sourceCode.getText(node);
    const judge = (node, members, isWrapped = () => true) => {
      const counts = new Map();
      for (const { key, value } of members) {
        const to = handedOnTo(key?.name, value, text);
        if (to !== undefined && isWrapped(to)) counts.set(to, (counts.get(to) ?? 0) + 1);
      }
      if (Math.max(0, ...counts.values()) >= wrappers.members)
        context.report({ node, message: `copied-members: ${wrappers.remedy}` });
    };
    return {
      ObjectExpression: (node) => judge(node, node.properties),
      ClassBody(node) {
        const { abstract, implements: ports = [] } = node.parent;
        if (abstract) return;
        // A class made of parts also forwards calls; only one that forwards to its own port wraps it.
        const names = ports.map(({ expression }) => text(expression));
        const typeOf = (field) =>
          node.body.find(({ type, key }) => type === 'PropertyDefinition' && `this.${text(key)}` === field)
            ?.typeAnnotation?.typeAnnotation;
        judge(node, node.body, (field) => {
          const type = typeOf(field);
          return type?.typeName !== undefined && names.includes(text(type.typeName));
        });
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    structure,
    'hidden-inputs': inputs,
    'one-way-out': oneWayOut,
    'no-circles': noCircles,
    'no-copied-members': noCopiedMembers,
  },
};
