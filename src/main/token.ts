import type { ServiceIdentifier } from 'inversify';

/** Names a binding. The identifier has the type, so that a wrong dependency does not compile. */
export type Token<T> = ServiceIdentifier<T>;

export const token = <T>(name: string): Token<T> => Symbol.for(`svc:${name}`) as Token<T>;
