import type { Arrived, FakeProvider, Reply } from '../../servers/fake-provider.ts';
import { streams } from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import * as messages from '../../servers/messages.ts';
import * as vertex from '../../servers/vertex.ts';
import type { ModelReach } from '../../../src/main/tokens.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';

/** What the fake provider does, in its own wire format. */
export interface Spoken {
  readonly text: (...pieces: readonly string[]) => string;
  readonly call: (name: string, input: object) => string;
}

export interface Provider {
  readonly name: 'primary' | 'custom' | 'compat' | 'cloud_hosted' | 'cloud_hosted, gemini';
  readonly spoken: Spoken;
  readonly env: (url: string, credentialsFile: string) => Readonly<Record<string, string>>;
}

const messagesWire: Spoken = {
  text: (...pieces) => messages.answered('end_turn', messages.textBlock(0, ...pieces)),
  call: (name, input) =>
    messages.answered('tool_use', messages.toolBlock(0, 'toolu_1', name, JSON.stringify(input))),
};

const chatWire: Spoken = {
  text: (...pieces) => chat.textAnswer(...pieces).join(''),
  call: (name, input) => chat.callAnswer(name, JSON.stringify(input)).join(''),
};

const vertexWire: Spoken = {
  text: (...pieces) => vertex.textAnswer(...pieces).join(''),
  call: (name, input) => vertex.callAnswer(vertex.callPart(name, input)).join(''),
};

/** The last message of a request, as text: the tool results. */
export const lastMessage = ({ body }: Arrived): string => {
  const said = (body?.['messages'] ?? body?.['contents']) as readonly unknown[];
  return JSON.stringify(said.at(-1));
};

const cloud = (credentialsFile: string) => ({
  SVC_LLM_PROVIDER: 'cloud_hosted',
  GCP_PROJECT_ID: 'example-project',
  GCP_REGION: 'europe-west4',
  GOOGLE_APPLICATION_CREDENTIALS: credentialsFile,
});

export const primary: Provider = {
  name: 'primary',
  spoken: messagesWire,
  env: () => ({ SVC_LLM_PROVIDER: 'primary', PRIMARY_API_KEY: 'sk-primary-0123456789' }),
};

export const PROVIDERS: readonly Provider[] = [
  primary,
  {
    name: 'custom',
    spoken: messagesWire,
    env: (url) => ({ SVC_LLM_PROVIDER: 'custom', PRIMARY_BASE_URL: url }),
  },
  {
    name: 'compat',
    spoken: chatWire,
    env: (url) => ({ SVC_LLM_PROVIDER: 'compat', PRIMARY_BASE_URL: `${url}/v1`, COMPAT_MODEL_ID: 'local' }),
  },
  { name: 'cloud_hosted', spoken: messagesWire, env: (_url, file) => cloud(file) },
  {
    name: 'cloud_hosted, gemini',
    spoken: vertexWire,
    env: (_url, file) => ({ ...cloud(file), SVC_BALANCED_MODEL: 'gemini-2.5-pro' }),
  },
];

export interface Stage {
  readonly engine: TestEngine;
  /** The path that the model's requests arrive at. */
  readonly server: FakeProvider;
}

/** The whole engine, configured for this provider through its environment, and the provider as a server. */
export async function stageFor(provider: Provider, ...replies: readonly Reply[]): Promise<Stage> {
  const fake = await vertex.startFakeCloud(...replies);
  const credentialsFile = await vertex.writeServiceAccount(temporaryDir());
  const reach: ModelReach = { primary: fake.service.url, fetch: fake.fetch };
  const env = { ...provider.env(fake.service.url, credentialsFile) };
  const engine = await startTestEngine({ reach, env });
  return { engine, server: fake.service };
}

export const says = (spoken: Spoken, ...pieces: readonly string[]): Reply => streams(spoken.text(...pieces));
export const asksFor = (spoken: Spoken, name: string, input: object): Reply =>
  streams(spoken.call(name, input));
