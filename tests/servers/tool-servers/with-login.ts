import { createHash, randomUUID } from 'node:crypto';
import { request as forward, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { GoodToolServer } from './good.ts';
import { listening } from '../listening.ts';

/** A tool server behind an OAuth 2.1 login, which is its own authorization server. */
export interface LoginServer {
  readonly url: string;
  /** The bearers of requests of the protocol; null for none. */
  readonly bearers: readonly (string | null)[];
  /** The redirect URLs of clients that have registered. */
  readonly registered: readonly string[];
  /** What the owner does in a browser: opens the address, and follows the redirect back. @returns the status told there */
  signIn(url: string, more?: Readonly<Record<string, string>>): Promise<number>;
  /** What the owner read there last. */
  readonly told: string;
  /** All access tokens end; `refresh`: refresh tokens, too. */
  expire(which?: 'refresh'): void;
  close(): Promise<void>;
}

export interface LoginOptions {
  /** A token that is good from the start. */
  readonly token?: string;
  /** What a login has to allow before a tool may be called; a server of revision 2026-07-28 says so only then. */
  readonly callsNeed?: string;
  /** Replaces members of the metadata of the authorization server (RFC 8414). */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Replaces members of the metadata of the resource (RFC 9728). */
  readonly resource?: Readonly<Record<string, unknown>>;
}

interface Code {
  readonly challenge: string;
  readonly redirect: string;
}

export async function startLoginServer(
  behind: GoodToolServer,
  { metadata = {}, resource = {}, token, callsNeed }: LoginOptions = {},
): Promise<LoginServer> {
  const bearers: (string | null)[] = [];
  const registered: string[] = [];
  const codes = new Map<string, Code>();
  const access = new Set<string>(token === undefined ? [] : [token]);
  const refresh = new Set<string>();
  /** Of the last login. */
  let allowed: readonly string[] = [];
  const origin = (): string => server.url;
  const issued = () => {
    const tokens = { access_token: `access-${randomUUID()}`, refresh_token: `refresh-${randomUUID()}` };
    access.add(tokens.access_token);
    refresh.add(tokens.refresh_token);
    return { ...tokens, token_type: 'Bearer', expires_in: 3600 };
  };
  const server = await listening((request, response) => {
    const url = new URL(request.url ?? '', origin());
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/mcp') {
      const bearer = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1] ?? null;
      bearers.push(bearer);
      if (bearer === null || !access.has(bearer))
        return void response
          .writeHead(401, {
            'www-authenticate': `Bearer resource_metadata="${origin()}/.well-known/oauth-protected-resource", scope="tools"`,
          })
          .end();
      const isCall = request.headers['mcp-method'] === 'tools/call';
      if (isCall && callsNeed !== undefined && !allowed.includes(callsNeed))
        return void response
          .writeHead(403, {
            'www-authenticate': `Bearer error="insufficient_scope", scope="${callsNeed}"`,
          })
          .end();
      const { authorization: _, ...headers } = request.headers;
      const onward = forward(behind.url, { method: request.method ?? 'GET', headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      response.on('close', () => onward.destroy());
      onward.on('error', () => response.destroy());
      return void request.pipe(onward);
    }
    void answered(url, request).then(({ status = 200, location, ...body }) =>
      location === undefined ? json(status, body) : response.writeHead(302, { location }).end(),
    );
  });
  const answered = async (
    { pathname, searchParams }: URL,
    request: IncomingMessage,
  ): Promise<Record<string, unknown> & { readonly status?: number; readonly location?: string }> => {
    if (pathname === '/.well-known/oauth-protected-resource')
      return { resource: `${origin()}/mcp`, authorization_servers: [origin()], ...resource };
    if (pathname === '/.well-known/oauth-authorization-server')
      return {
        issuer: origin(),
        authorization_endpoint: `${origin()}/authorize`,
        token_endpoint: `${origin()}/token`,
        registration_endpoint: `${origin()}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        ...metadata,
      };
    if (pathname === '/register') {
      const wanted = JSON.parse(await text(request)) as { redirect_uris: string[] };
      registered.push(...wanted.redirect_uris);
      return { status: 201, ...wanted, client_id: `client-${registered.length}` };
    }
    if (pathname === '/authorize') {
      allowed = (searchParams.get('scope') ?? '').split(' ');
      const redirect = new URL(searchParams.get('redirect_uri') ?? '');
      const code = randomUUID();
      codes.set(code, { challenge: searchParams.get('code_challenge') ?? '', redirect: redirect.href });
      redirect.searchParams.set('code', code);
      redirect.searchParams.set('state', searchParams.get('state') ?? '');
      return { location: redirect.href };
    }
    if (pathname !== '/token') return { status: 404 };
    const form = new URLSearchParams(await text(request));
    if (form.get('grant_type') === 'refresh_token')
      return refresh.delete(form.get('refresh_token') ?? '')
        ? issued()
        : { status: 400, error: 'invalid_grant' };
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return code?.challenge === proof && code.redirect === form.get('redirect_uri')
      ? issued()
      : { status: 400, error: 'invalid_grant' };
  };
  let told = '';
  return {
    url: `${origin()}/mcp`,
    bearers,
    registered,
    get told() {
      return told;
    },
    signIn: async (url, more = {}) => {
      const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
      for (const [name, value] of Object.entries(more)) back.searchParams.set(name, value);
      const answer = await fetch(back);
      told = await answer.text();
      return answer.status;
    },
    expire: (which) => {
      access.clear();
      if (which === 'refresh') refresh.clear();
    },
    close: server.close,
  };
}
