// The bodies with which the vendor refuses, by API. Drive has `errors` with a reason; Docs and Sheets have the
// newer `status`; OAuth has `error` and `error_description`.
import { json, Refused, type Answer } from './wire.ts';

export const driveAnswer = (
  code: number,
  reason: string,
  message: string = reason,
  more: object = {},
): Answer =>
  json({ error: { code, message, errors: [{ message, domain: 'global', reason }], ...more } }, code);

export const driveRefusal = (...of: Parameters<typeof driveAnswer>): Refused =>
  new Refused(driveAnswer(...of));

/** As Docs and Sheets refuse. */
export const cloudAnswer = (code: number, status: string, message: string = status): Answer =>
  json({ error: { code, message, status } }, code);

export const cloudRefusal = (...of: Parameters<typeof cloudAnswer>): Refused =>
  new Refused(cloudAnswer(...of));

export const oauthAnswer = (code: number, error: string): Answer =>
  json({ error, error_description: 'In words of the vendor.' }, code);

export const oauthRefusal = (...of: Parameters<typeof oauthAnswer>): Refused =>
  new Refused(oauthAnswer(...of));

export const unauthenticated = (): Answer =>
  driveAnswer(401, 'authError', 'Invalid Credentials', { status: 'UNAUTHENTICATED' });

export const scopeMissing = (): Answer =>
  driveAnswer(403, 'insufficientPermissions', 'Insufficient Permission', {
    status: 'PERMISSION_DENIED',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
      },
    ],
  });

export const fileNotFound = (id: string): Refused => driveRefusal(404, 'notFound', `File not found: ${id}.`);

export const badValue = (location: string): Refused => driveRefusal(400, 'invalid', `Invalid ${location}`);
