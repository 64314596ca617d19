import { createClient, type Client, type Transport } from '../../../src/contract/client.ts';
import { socketRows } from '../../../src/contract/http/rows.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import type { PersonId } from '../../../src/core/kernel/ids.ts';
import { scopes, type Scope } from '../../../src/core/trust/people/model.ts';
import { httpSurface } from '../../../src/main/serving/http-surface.ts';
import { listenOnPort } from '../../../src/main/serving/listen.ts';
import { processTokens } from '../../../src/main/tokens.ts';
import { ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { closedAfterwards } from '../../harness/afterwards.ts';
import { testSettings } from '../../harness/graph.ts';
import type { TestEngine, TestEngineOptions } from '../../harness/in-process-engine.ts';
import { browserAt, reachable, tokenIn } from '../http/browsers.ts';

type Headers = Readonly<Record<string, string>>;

/** One who lives here. */
export interface Inhabitant {
  readonly personId: PersonId;
  /** Stands in every text of theirs, and in nobody else's. */
  readonly mark: string;
  /** With a token that may everything: all rows, those of the private socket, too. */
  readonly client: Client<typeof socketRows>;
  readonly token: string;
  readonly tokenId: string | null;
}

/** An engine in which an owner and two members live, behind its port and behind what its private socket serves. */
export interface House {
  readonly engine: TestEngine;
  /** Of what the private socket serves. */
  readonly privateUrl: string;
  readonly owner: Inhabitant;
  readonly ann: Inhabitant;
  readonly ben: Inhabitant;
  /** What the models of the next runs play, one list of turns each; then they say "fine". */
  readonly runs: (readonly (readonly Step[])[])[];
  readonly models: readonly ScriptedModel[];
  /** The headers of a browser in which this member is signed in. */
  readonly browserOf: (name: 'Ann' | 'Ben') => Headers;
  /** A further token of this one. */
  readonly tokenOf: (person: PersonId, may: readonly Scope[]) => Promise<string>;
}

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

export const clientAt = (baseUrl: string, headers: Headers): Client<typeof socketRows> =>
  createClient(routesOf(socketRows), { baseUrl, transport: fetch as Transport, headers });

export async function houseOfThree(options: TestEngineOptions = {}): Promise<House> {
  const runs: House['runs'] = [];
  const models: ScriptedModel[] = [];
  const open = async () => {
    const model = new ScriptedModel(runs.shift() ?? [[text('fine')]]);
    models.push(model);
    return model;
  };
  const engine = await reachable({ models: { open }, ...options });
  const privateUrl = await privately(engine);
  const { services } = engine.engine;
  const { token } = await services.auth.token();
  const owner: Inhabitant = {
    personId: services.people.owner,
    mark: 'quince-of-owner',
    client: clientAt(privateUrl, bearer(token)),
    token,
    tokenId: null,
  };
  await owner.client['config.set']({
    body: { faces: { openai: true }, memory_extraction: false, conversation_titles: false },
  });

  const browsers = new Map<string, Headers>();
  const tokenOf = async (person: PersonId, may: readonly Scope[], name = 'program') =>
    await services.ownTokens.make(
      { person, role: 'member', scopes, signedIn: 'invitation' },
      { name, scopes: may, expiresAt: null },
    );
  const invited = async (name: 'Ann' | 'Ben', mark: string): Promise<Inhabitant> => {
    const { url } = await owner.client['people.invite']({ body: { name } });
    const browser = browserAt(engine, `${mark}/1.0`);
    await browser.client['login.invitation']({ body: { token: tokenIn(url) } });
    browsers.set(name, {
      cookie: `svc_session=${browser.cookie() ?? ''}`,
      'user-agent': `${mark}/1.0`,
      origin: new URL(engine.baseUrl).origin,
      'sec-fetch-site': 'same-origin',
    });
    const { personId } = await browser.client['me.get']();
    const own = await tokenOf(personId as PersonId, scopes, mark);
    return {
      personId: personId as PersonId,
      mark,
      client: clientAt(privateUrl, bearer(own.token)),
      token: own.token,
      tokenId: own.tokenId,
    };
  };
  const ann = await invited('Ann', 'medlar-of-ann');
  const ben = await invited('Ben', 'sloe-of-ben');
  await browserAt(engine, owner.mark).client['login.open']({ body: { token } });
  return {
    engine,
    privateUrl,
    owner,
    ann,
    ben,
    runs,
    models,
    browserOf: (name) => browsers.get(name) ?? {},
    tokenOf: async (person, may) => (await tokenOf(person, may)).token,
  };
}

/** A second listener of the engine, for what its private socket serves. */
export async function privately({ engine, dataDir }: TestEngine): Promise<string> {
  const platform = engine.get(processTokens.platform);
  const surface = httpSurface({ engine, reason: 'starting' }, platform, {
    ...testSettings(dataDir).http,
    token: () => null,
    isPrivate: true,
    strict: true,
  });
  const listening = await listenOnPort(surface, { host: '127.0.0.1', port: 0, certificate: null }, platform);
  closedAfterwards(() => listening.close());
  return `http://127.0.0.1:${listening.port}`;
}
