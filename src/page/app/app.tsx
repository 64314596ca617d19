import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { conversation } from '../conversation/current.ts';
import { visible } from '../parts/visible.ts';
import { Threads } from '../threads/sidebar.tsx';
import { threads } from '../threads/thread-list.ts';
import { words } from '../words/words.ts';
import './app.css';
import { areas } from './areas.ts';
import { Login } from './login.tsx';
import { model, problems } from './model.ts';
import { dismiss, notices } from './notices.ts';
import { place, placeOfArea } from './place.ts';

const said = words.app;

/** The frame around every area: threads and areas at the side, notices above. */
export function App(): VNode {
  const isMenuOpen = useSignal(false);
  const here = place.value;
  useSignalEffect(() => {
    // On a phone the menu covers what was chosen in it.
    if (place.value) isMenuOpen.value = false;
  });
  useSignalEffect(() => {
    const { area, threadId } = place.value;
    const open = threads.value.find((thread) => thread.threadId === threadId);
    const title = open?.title ?? areas.find(({ name }) => name === area)?.title ?? '';
    document.title = title === '' ? 'svc' : `${visible(title)} · svc`;
  });
  useSignalEffect(() => {
    const { area, threadId } = place.value;
    if (area === 'conversation' && threadId !== conversation.threadId.peek())
      void conversation.open(threadId);
  });
  return (
    <div class={isMenuOpen.value ? 'app menu-open' : 'app'}>
      <a class="skip" href="#task" onClick={skipToTask}>
        {said.skip}
      </a>
      <header>
        <button
          type="button"
          class="quiet menu"
          aria-expanded={isMenuOpen.value}
          aria-controls="side"
          onClick={() => (isMenuOpen.value = !isMenuOpen.value)}
        >
          {said.menu}
        </button>
        <h1>svc</h1>
        <p class={model.value?.isWrong ? 'model bad' : 'model hint'} role="status">
          {model.value?.text ?? ''}
        </p>
      </header>
      <div id="side" class="side">
        <Threads />
        <nav class="areas" aria-label={said.areas}>
          {areas.map(({ name, title }) => (
            <a key={name} href={placeOfArea(name)} aria-current={here.area === name ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </div>
      <main>
        <SettingsProblems />
        <Shown key={here.area} area={here.area} />
      </main>
      <Notices />
      <Login />
    </div>
  );
}

function skipToTask(event: Event): void {
  event.preventDefault();
  document.getElementById('task')?.focus();
}

/** The area of this name, once it is loaded. */
function Shown({ area }: { area: string }): VNode | null {
  const Component = useSignal<{ readonly component: ComponentType } | null>(null);
  const isFailed = useSignal(false);
  const load = async () => {
    isFailed.value = false;
    try {
      const found = (areas.find(({ name }) => name === area) ?? areas[0])?.load();
      if (found === undefined) return;
      Component.value = { component: 'then' in found ? (await found).default : found };
    } catch {
      isFailed.value = true;
    }
  };
  useEffect(() => void load(), []);
  if (isFailed.value)
    return (
      <p class="bad">
        {said.areaFailed}{' '}
        <button type="button" onClick={() => void load()}>
          {said.tryAgain}
        </button>
      </p>
    );
  const shown = Component.value;
  return shown === null ? null : <shown.component />;
}

function SettingsProblems(): VNode | null {
  if (problems.value.length === 0) return null;
  return (
    <details class="notice bad" open>
      <summary>{said.settingsProblems}</summary>
      <ul>
        {problems.value.map(({ file, message }) => (
          <li key={message}>
            {file ? <strong>{file}: </strong> : null}
            {message}
          </li>
        ))}
      </ul>
    </details>
  );
}

const Notices = (): VNode => (
  <div class="notices" role="status">
    {notices.value.map(({ key, text, action }) => (
      <p key={key} class="notice">
        {visible(text)}
        {action === null ? null : (
          <button
            type="button"
            onClick={() => {
              dismiss(key);
              action.act();
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" class="quiet" aria-label={said.dismiss} onClick={() => dismiss(key)}>
          ×
        </button>
      </p>
    ))}
  </div>
);
