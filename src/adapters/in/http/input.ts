import type { Validator, Violation } from '../../../core/ports/validator.ts';
import { refuseRequest, refuseViolations } from '../../../contract/problem.ts';
import { isByteBody, type AnyHttpRow } from '../../../contract/row.ts';
import { say as sayOfValue } from '../../../core/kernel/value-says.ts';

const maxViolations = 20;

/** Ids are opaque, so a path parameter that cannot be an id simply names nothing. */
const PARAMETER = /^[\w.~-]{1,200}$/u;

const isParameter = (value: unknown, { paramsCheckedByService: isFree }: AnyHttpRow): boolean =>
  typeof value === 'string' && (isFree || PARAMETER.test(value));

/** What was asked of a row: texts, but for the body. */
export interface Asked {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or bytes to read. */
  readonly body: unknown;
}

/** @throws Refusal not_found */
export function checkParameters(row: AnyHttpRow, { params }: Pick<Asked, 'params'>): void {
  if (Object.values(params).some((value) => !isParameter(value, row))) throw refuseRequest.not_found();
}

/** The input of a row's handle, checked against its schemas. @throws Refusal invalid_request, not_found */
export function inputFor(row: AnyHttpRow, asked: Asked, validator: Validator) {
  checkParameters(row, asked);
  return {
    params: asked.params,
    query: row.query ? coerced(row.query, single(asked.query), 'query', validator) : undefined,
    headers: row.headers ? coerced(row.headers, asked.headers, 'header', validator) : undefined,
    body: bodyFor(row, asked.body, validator),
  };
}

function bodyFor(row: AnyHttpRow, sent: unknown, validator: Validator): unknown {
  // `byte-body.ts` has put it there.
  if (isByteBody(row.body)) return sent;
  if (!row.body) {
    if (sent === undefined || isEmptyObject(sent)) return undefined;
    throw refused([{ path: '', says: sayOfValue('wrong.body') }]);
  }
  const body = sent === undefined ? {} : sent;
  if (row.bodyCheckedByService) return body;
  const violations = validator.check(row.body, body);
  if (violations.length > 0) throw refused(violations);
  return body;
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** The first value of a repeated parameter counts, so that a schema sees text and not a list. */
function single(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

function coerced(
  schema: object,
  given: Readonly<Record<string, unknown>>,
  place: string,
  validator: Validator,
) {
  const { value, violations } = validator.coerce(schema, given);
  if (violations.length > 0)
    throw refused(violations.map((one) => ({ ...one, path: `/${place}${one.path}` })));
  return value;
}

const refused = (violations: readonly Violation[]) => refuseViolations(violations.slice(0, maxViolations));
