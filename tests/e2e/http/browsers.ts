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
}

/** A browser with the page of an engine open: it keeps its cookie, and says where its requests come from. */
export function browserAt({ baseUrl }: Pick<TestEngine, 'baseUrl'>, name = 'Browser/1.0'): Browser {
  let cookie: string | null = null;
  const transport: Transport = async (url, init) => {
    const response = await fetch(url, {
      ...(init as RequestInit),
      headers: {
        ...init.headers,
        'user-agent': name,
        origin: new URL(baseUrl).origin,
        'sec-fetch-site': 'same-origin',
        ...(cookie === null ? {} : { cookie: `svc_session=${cookie}` }),
      },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, value = ''] = /^svc_session=([^;]*)/u.exec(set) ?? [];
      if (set.startsWith('svc_session=')) cookie = value === '' ? null : value;
    }
    return response;
  };
  return {
    client: createClient(routesOf(httpRows), { baseUrl, transport }),
    cookie: () => cookie,
    setCookie: (value) => (cookie = value),
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
