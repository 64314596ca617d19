import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { canSpeak } from '../speech/available.ts';
import { appWords } from '#words/app.ts';
import { worded } from '../engine/failure.ts';
import { readConfig } from './config.ts';

/** Which model answers the next message, or what is missing for that. */
export const model = signal<{
  readonly text: string;
  readonly isWrong: boolean;
  readonly isDemo: boolean;
  /** It answers for every model profile, too. */
  readonly isDemoOnly: boolean;
} | null>(null);
/** When the engine was started; null until it was asked. */
export const engineStartedAt = signal<string | null>(null);
export const problems = signal<Answer<'config.get'>['problems']>([]);

export async function refreshModel(): Promise<void> {
  const { model: now, speech, startedAt } = await engine['engine.status']();
  canSpeak.value = speech;
  engineStartedAt.value = startedAt;
  if ('problem' in now)
    model.value = {
      text: worded(now.problem, now.says.problem),
      isWrong: true,
      isDemo: false,
      isDemoOnly: false,
    };
  else {
    const isDemo = now.provider === 'demo';
    const text = isDemo
      ? appWords.demo
      : appWords.model(now.id, appWords.providers[now.provider] ?? now.provider);
    model.value = { text, isWrong: false, isDemo, isDemoOnly: now.demoOnly === true };
  }
}

export async function refreshProblems(): Promise<void> {
  problems.value = (await readConfig())?.problems ?? [];
}
