import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { byTask, startEditor, type Editor, type EditorOptions } from '../../../harness/editor.ts';
import * as chat from '../../../servers/chat-completions.ts';
import { startFakeProvider, streams, type FakeProvider, type Reply } from '../../../servers/fake-provider.ts';

/** What the model says where a test does not say it. */
export const FINE = streams(...chat.textAnswer('fine'));

export const says = (...pieces: readonly string[]): Reply => streams(...chat.textAnswer(...pieces));
export const calls = (name: string, input: object): Reply =>
  streams(...chat.callAnswer(name, JSON.stringify(input)));

export interface Started {
  readonly editor: Editor;
  readonly provider: FakeProvider;
  readonly dataDir: string;
  readonly env: Record<string, string>;
}

/** An editor whose agent asks a provider that plays by task. */
export async function started(
  plays: Readonly<Record<string, readonly Reply[]>>,
  options: EditorOptions = {},
): Promise<Started> {
  const provider = await startFakeProvider(byTask(plays, FINE));
  const dataDir = temporaryDir();
  const env = { SVC_DATA_DIR: dataDir, ...chat.compatEnv(provider) };
  return { editor: await startEditor(env, options), provider, dataDir, env };
}
