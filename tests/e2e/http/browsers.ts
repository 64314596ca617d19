import type { Transport } from '../../../src/contract/client.ts';
import { createClient, type Client } from '../../../src/contract/client.ts';
import { httpRows } from '../../../src/contract/http/rows.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';

export const PUBLIC_URL = 'https://svc.example.test';

/** An engine that knows its address. */
export const reachable = (options: TestEngineOptions = {}): Promise<TestEngine> =>
  startTestEngine({ ...options, env: { SVC_PUBLIC_URL: PUBLIC_URL, ...options.env } });

export interface Browser {
  readonly client: Client<typeof httpRows>;
  /** The value of its cookie; null without one. */
  cookie(): string | null;
  setCookie(value: string | null): void;
  /** What marks it while it signs in; null without. */
  mark(): string | null;
  setMark(value: string | null): void;
}

/** A browser with the page of an engine open: it keeps its cookie, and says where its requests come from. */
export function browserAt({ baseUrl }: Pick<TestEngine, 'baseUrl'>, name = 'Browser/1.0'): Browser {
  const cookies = new Map<string, string>();
  const setTo = (key: string, value: string | null): void => {
    if (value === null || value === '') cookies.delete(key);
    else cookies.set(key, value);
  };
  const transport: Transport = async (url, init) => {
    const response = await fetch(url, {
      ...(init as RequestInit),
      headers: {
        ...init.headers,
        'user-agent': name,
        origin: new URL(baseUrl).origin,
        'sec-fetch-site': 'same-origin',
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(set) ?? [];
      setTo(key, value);
    }
    return response;
  };
  return {
    client: createClient(routesOf(httpRows), { baseUrl, transport }),
    cookie: () => cookies.get('svc_session') ?? null,
    setCookie: (value) => setTo('svc_session', value),
    mark: () => cookies.get('svc_sign_in') ?? null,
    setMark: (value) => setTo('svc_sign_in', value),
  };
}

/** A program with a token. */
export const programAt = ({ baseUrl }: Pick<TestEngine, 'baseUrl'>, token: string): Client<typeof httpRows> =>
  createClient(routesOf(httpRows), {
    baseUrl,
    transport: fetch as Transport,
    headers: { authorization: `Bearer ${token}` },
  });

export const tokenIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** The owner's browser, and that of somebody whom the owner has invited. */
export async function house(engine: TestEngine) {
  const owner = browserAt(engine, 'Owner/1.0');
  const { url } = await owner.client['people.invite']({ body: { name: 'Ada' } });
  const member = browserAt(engine, 'Member/1.0');
  await member.client['login.invitation']({ body: { token: tokenIn(url) } });
  return { owner, member };
}
