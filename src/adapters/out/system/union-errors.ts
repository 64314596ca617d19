import type { ErrorObject } from 'ajv';

/**
 * Of a value that fits no member of a union, ajv tells what is wrong with it as each of them. Here the member that its tag
 * names is meant (a field with a constant in each of them, like `kind`), and only its errors stay; an unknown tag is
 * told with the known ones. That a value is not null is no error where it could be something else.
 */
export function withoutOtherMembers(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  // Unions within others come first.
  return errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .reduce<readonly ErrorObject[]>((left, union) => narrowed(left, union), errors);
}

function narrowed(errors: readonly ErrorObject[], union: ErrorObject): readonly ErrorObject[] {
  const isWithin = ({ schemaPath, instancePath }: ErrorObject): boolean =>
    schemaPath.startsWith(`${union.schemaPath}/`) && `${instancePath}/`.startsWith(`${union.instancePath}/`);
  const members = new Map<string, ErrorObject[]>();
  for (const error of errors.filter(isWithin)) {
    const [member = ''] = error.schemaPath.slice(union.schemaPath.length + 1).split('/');
    members.set(member, [...(members.get(member) ?? []), error]);
  }
  const possible = [...members.values()].filter((found) => !found.every((error) => isNotNull(error, union)));
  const rest = errors.filter((error) => error !== union && !isWithin(error));
  if (possible.length === 1) return [...rest, ...possible.flat()];
  const tags = possible.map((found) => found.find((error) => isTag(error, union)));
  const meant = possible.filter((_, at) => tags[at] === undefined);
  if (meant.length === 1) return [...rest, ...meant.flat()];
  const [first] = tags;
  if (meant.length > 0 || !first || tags.some((tag) => tag?.instancePath !== first.instancePath))
    return errors;
  const allowedValues = tags.map((tag) => tag?.params['allowedValue'] as unknown);
  return [...rest, { ...first, schemaPath: union.schemaPath, keyword: 'enum', params: { allowedValues } }];
}

const isNotNull = ({ keyword, params, instancePath }: ErrorObject, union: ErrorObject): boolean =>
  keyword === 'type' && params['type'] === 'null' && instancePath === union.instancePath;

const isTag = ({ keyword, instancePath }: ErrorObject, union: ErrorObject): boolean =>
  keyword === 'const' && instancePath.lastIndexOf('/') === union.instancePath.length;
