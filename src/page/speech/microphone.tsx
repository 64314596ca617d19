import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Icon } from '../parts/icon.tsx';
import { speechWords as said } from '#words/speech.ts';
import { canSpeak } from './available.ts';
import { base64Of, canRecord, record, type Recording } from './recording.ts';

/** A forgotten microphone ends by itself after this time, and what it heard becomes text. */
const LONGEST_S = 10 * 60;

type State = 'idle' | 'asking' | 'recording' | 'hearing';

/** Records a task that a person speaks, and has it turned into text. Shown where the engine can do that. */
export function Microphone({
  onText,
  onWrong,
}: {
  onText: (text: string) => void;
  onWrong: (words: string) => void;
}): VNode | null {
  const state = useSignal<State>('idle');
  const seconds = useSignal(0);
  const recording = useRef<Recording | null>(null);
  const left = useRef(new AbortController());
  useEffect(
    () => () => {
      left.current.abort();
      recording.current?.drop();
    },
    [],
  );
  const isRecording = state.value === 'recording';
  useEffect(() => {
    if (!isRecording) return undefined;
    const timer = setInterval(() => {
      seconds.value += 1;
      if (seconds.value >= LONGEST_S) void end();
    }, 1_000);
    return () => clearInterval(timer);
  }, [isRecording]);
  if (!canSpeak.value) return null;

  const begin = async () => {
    if (!canRecord()) return onWrong(said.notHere);
    state.value = 'asking';
    onWrong('');
    try {
      const begun = await record();
      if (left.current.signal.aborted) return begun.drop();
      recording.current = begun;
      seconds.value = 0;
      state.value = 'recording';
    } catch {
      state.value = 'idle';
      onWrong(said.noMicrophone);
    }
  };
  const end = async () => {
    const ended = recording.current;
    if (ended === null) return;
    recording.current = null;
    state.value = 'hearing';
    try {
      const audio = await base64Of(await ended.end());
      const { signal } = left.current;
      const { text } = await engine['speech.transcribe']({ body: { audio }, signal });
      onText(text);
    } catch (error) {
      if (!left.current.signal.aborted) onWrong(told(error));
    } finally {
      state.value = 'idle';
    }
  };
  const label = isRecording ? said.end : said.record;
  return (
    <>
      <button
        type="button"
        class={isRecording ? 'attach listening' : 'attach'}
        aria-label={label}
        title={label}
        aria-pressed={isRecording}
        disabled={state.value === 'asking' || state.value === 'hearing'}
        onClick={() => void (isRecording ? end() : begin())}
      >
        <Icon name="microphone" />
      </button>
      <p class="hint hearing" role="status">
        {isRecording ? said.listening(time(seconds.value)) : state.value === 'hearing' ? said.hearing : ''}
      </p>
    </>
  );
}

const time = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
