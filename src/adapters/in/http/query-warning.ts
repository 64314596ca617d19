import type { Request, Response } from 'express';
import { slipOf } from '../../../core/kernel/near-names.ts';
import type { AnyHttpRow } from '../../../contract/row.ts';

const maxNames = 5;
const maxChars = 40;

/**
 * Names, in `Svc-Warning`, query parameters that are unknown and look like slips of known ones. They are ignored like
 * every unknown parameter. The header is ASCII and bounded, whatever was sent.
 */
export function warnOfSlips({ query: known }: AnyHttpRow, query: Request['query'], response: Response): void {
  const names = Object.keys(known?.properties ?? {});
  const unknown = Object.keys(query).filter((name) => name.length <= maxChars && !names.includes(name));
  const slips = unknown.slice(0, 4 * maxNames).flatMap((name) => {
    const meant = slipOf(name, names);
    return meant === null ? [] : [`unknown parameter ${encoded(name)}, perhaps ${meant}`];
  });
  if (slips.length > 0) response.setHeader('Svc-Warning', slips.slice(0, maxNames).join('; '));
}

const encoded = (name: string): string => encodeURIComponent(name.toWellFormed());
