import OpenAI from 'openai';
import { ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';

/** An engine whose face is on, and a client of its owner as that API's own library makes it. */
export interface Faced {
  readonly engine: TestEngine;
  readonly openai: OpenAI;
  readonly token: string;
  readonly baseUrl: string;
  /** What the models of the next runs play, one list of turns each; then they say "fine". */
  readonly plays: (readonly (readonly Step[])[])[];
  /** Those that were asked something, oldest first. */
  readonly asked: () => readonly ScriptedModel[];
  /** A client with these headers. */
  readonly with: (headers: Readonly<Record<string, string>>) => OpenAI;
}

export async function faced(options: TestEngineOptions = {}): Promise<Faced> {
  const plays: Faced['plays'] = [];
  const models: ScriptedModel[] = [];
  const open = async () => {
    const model = new ScriptedModel(plays.shift() ?? [[text('fine')]]);
    models.push(model);
    return model;
  };
  const engine = await startTestEngine({ models: { open }, ...options });
  await engine.client['config.set']({
    body: { faces: { openai: true }, memory_extraction: false, conversation_titles: false },
  });
  const { services } = engine.engine;
  const { token } = await services.ownTokens.make(
    { person: services.people.owner, role: 'owner', scopes: ['read', 'run', 'manage'], signedIn: 'token' },
    { name: 'chat', scopes: ['run'], expiresAt: null },
  );
  const baseUrl = `${engine.baseUrl}/v1`;
  const made = (defaultHeaders: Readonly<Record<string, string>>) =>
    new OpenAI({ apiKey: token, baseURL: baseUrl, maxRetries: 0, defaultHeaders });
  const asked = () => models.filter(({ requests }) => requests.length > 0);
  return { engine, openai: made({}), token, baseUrl, plays, asked, with: made };
}

export const user = (content: string) => ({ role: 'user', content }) as const;
export const assistant = (content: string) => ({ role: 'assistant', content }) as const;

/** The frames of a streamed answer, as they came. */
export async function framesOf(
  { baseUrl, token }: Pick<Faced, 'baseUrl' | 'token'>,
  body: object,
): Promise<readonly string[]> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svc', stream: true, ...body }),
  });
  const said = await response.text();
  return said.split('\n\n').flatMap((frame) => (frame.startsWith('data: ') ? [frame.slice(6)] : []));
}
