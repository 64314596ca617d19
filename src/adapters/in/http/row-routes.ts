import { Router, type RequestHandler } from 'express';

/**
 * Hands a request to the handler of its path, where a word goes before a parameter: `/workflows/stats` before
 * `/workflows/:id`. It is found by the segments of the path, and express reads the parameters. The pattern of a path is
 * compiled at the first request to it: those of all paths would be a fifth of a start.
 */
export function byPath<Rows>(
  paths: ReadonlyMap<string, Rows>,
  handlerOf: (rows: Rows) => RequestHandler,
): RequestHandler {
  const root = branch<Rows>();
  for (const [path, rows] of paths) plant(root, path, rows);
  const routers = new Map<string, RequestHandler>();
  const routerOf = ({ path, rows }: Leaf<Rows>): RequestHandler => {
    const known = routers.get(path);
    if (known) return known;
    const router = Router({ strict: true, caseSensitive: true });
    router.route(path).all(handlerOf(rows));
    routers.set(path, router);
    return router;
  };
  return (request, response, next) => {
    const leaf = find(root, request.path.split('/'));
    if (leaf === null) next();
    else routerOf(leaf)(request, response, next);
  };
}

interface Leaf<Rows> {
  readonly path: string;
  readonly rows: Rows;
}

interface Branch<Rows> {
  readonly words: Map<string, Branch<Rows>>;
  parameter: Branch<Rows> | null;
  leaf: Leaf<Rows> | null;
}

const branch = <Rows>(): Branch<Rows> => ({ words: new Map(), parameter: null, leaf: null });

function plant<Rows>(root: Branch<Rows>, path: string, rows: Rows): void {
  let at = root;
  for (const segment of path.split('/'))
    if (segment.startsWith(':')) at = at.parameter ??= branch();
    else {
      const next = at.words.get(segment) ?? branch();
      at.words.set(segment, next);
      at = next;
    }
  at.leaf = { path, rows };
}

function find<Rows>(at: Branch<Rows>, segments: readonly string[], from = 0): Leaf<Rows> | null {
  const segment = segments[from];
  if (segment === undefined) return at.leaf;
  const word = at.words.get(segment);
  const found = word ? find(word, segments, from + 1) : null;
  if (found !== null || at.parameter === null) return found;
  return find(at.parameter, segments, from + 1);
}
