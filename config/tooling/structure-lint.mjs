// An oxlint plugin with three rules over the data of structure-rules.mjs: `house/structure` judges every import by
// the file it resolves to (static, re-export, dynamic and type imports), `house/hidden-inputs` bans clocks,
// randomness and the environment where they would hide, `house/one-way-out` every client of a network. Paths count from the folder oxlint runs in: the root.
import { isBuiltin } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { hiddenInputs, network, owners, rules, withoutNode } from './structure-rules.mjs';

const escape = (text) => text.replace(/[.+?^$()|[\]\\]/g, '\\$&');

/** A path pattern of structure-rules.mjs as a RegExp; `<name>` captures, or stands for what was captured. */
function pattern(text, captured) {
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

/** A name that stands for its value: no key, no type, no member of something else. */
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

export default {
  meta: { name: 'house' },
  rules: { structure, 'hidden-inputs': inputs, 'one-way-out': oneWayOut },
};
