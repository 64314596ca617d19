// The bodies with which the vendor refuses, by API. Drive has `errors` with a reason; Docs and Sheets have the
// newer `status`; OAuth has `error` and `error_description`.
import { json, Refused, type Answer } from './wire.ts';

interface More {
  readonly domain?: string;
  readonly status?: string;
  readonly location?: string;
  readonly locationType?: string;
  readonly details?: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
}

export function driveAnswer(
  code: number,
  reason: string,
  message: string,
  { domain = 'global', status, location, locationType = 'parameter', details, headers }: More = {},
): Answer {
  const where = location === undefined ? {} : { location, locationType };
  return {
    status: code,
    ...(headers ? { headers } : {}),
    body: {
      error: {
        code,
        message,
        errors: [{ message, domain, reason, ...where }],
        ...(status === undefined ? {} : { status }),
        ...(details ? { details } : {}),
      },
    },
  };
}

export const driveRefusal = (...of: Parameters<typeof driveAnswer>): Refused =>
  new Refused(driveAnswer(...of));

/** As Docs and Sheets refuse. */
export const cloudAnswer = (code: number, status: string, message: string): Answer =>
  json({ error: { code, message, status } }, code);

export const cloudRefusal = (...of: Parameters<typeof cloudAnswer>): Refused =>
  new Refused(cloudAnswer(...of));

export const oauthAnswer = (code: number, error: string, description?: string): Answer =>
  json({ error, ...(description === undefined ? {} : { error_description: description }) }, code);

export const oauthRefusal = (...of: Parameters<typeof oauthAnswer>): Refused =>
  new Refused(oauthAnswer(...of));

export const unauthenticated = (): Answer => ({
  status: 401,
  headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  body: {
    error: {
      code: 401,
      message:
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
      errors: [
        {
          message: 'Invalid Credentials',
          domain: 'global',
          reason: 'authError',
          location: 'Authorization',
          locationType: 'header',
        },
      ],
      status: 'UNAUTHENTICATED',
    },
  },
});

export const scopeMissing = (host: string): Answer => ({
  status: 403,
  headers: {
    'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"',
  },
  body: {
    error: {
      code: 403,
      message: 'Request had insufficient authentication scopes.',
      errors: [{ message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' }],
      status: 'PERMISSION_DENIED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
          domain: 'googleapis.com',
          metadata: { service: host === 'www.googleapis.com' ? 'drive.googleapis.com' : host },
        },
      ],
    },
  },
});

export const fileNotFound = (id: string): Refused =>
  driveRefusal(404, 'notFound', `File not found: ${id}.`, { location: 'fileId' });

export const filePermissionMissing = (id: string): Refused =>
  driveRefusal(
    403,
    'insufficientFilePermissions',
    `The user does not have sufficient permissions for file ${id}.`,
  );

export const appNotAuthorized = (appId: string, id: string): Answer =>
  driveAnswer(
    403,
    'appNotAuthorizedToFile',
    `The user has not granted the app ${appId} write access to the file ${id}.`,
  );

export const storageFull = (): Answer =>
  driveAnswer(403, 'storageQuotaExceeded', "The user's Drive storage quota has been exceeded.");

export const badValue = (location: string, message = 'Invalid Value'): Refused =>
  driveRefusal(400, 'invalid', message, { location });
