import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { conversation } from '../conversation/current.ts';
import { OpenBar } from '../conversation/open-bar.tsx';
import { PaletteSlot } from '../palette/palette-slot.tsx';
import { EngineText } from '../parts/engine-text.tsx';
import { ShortcutsSlot } from '../shortcuts/shortcuts-slot.tsx';
import { isAway } from '../engine/away.ts';
import { isTheirs } from '../engine/me.ts';
import { RunningBar } from '../running/running-bar.tsx';
import { leaveIfDeleted } from '../threads/deleted.ts';
import { threadOf } from '../threads/thread-list.ts';
import { waitingCount } from '../waiting/waiting.ts';
import { appWords } from '#words/app.ts';
import './app.css';
import { areaNamed } from './areas.ts';
import { GroupList, GroupNav, isListed } from './group-nav.tsx';
import { noteThread } from './last-thread.ts';
import { Login } from './login.tsx';
import { model, problems } from './model.ts';
import { isNarrow } from './narrow.ts';
import { leaveNotices } from './notices.ts';
import { openName } from './open-name.ts';
import { place } from './place.ts';
import { Notices } from './notice-list.tsx';
import { Bar, Sheet, Side } from './side.tsx';
import { tabTitle } from './tab-title.ts';
import { worded } from '../engine/failure.ts';

const said = appWords;

/** The frame around every area: threads and areas at the side, notices above. */
export function App(): VNode {
  const isMenuOpen = useSignal(false);
  const here = place.value;
  useSignalEffect(() => {
    const { area, threadId } = place.value;
    const open = area === 'conversation' ? threadOf(threadId) : undefined;
    const isNew = area === 'conversation' && threadId === null;
    const name = isNew ? '' : (areaNamed(area)?.title ?? '');
    document.title = tabTitle(waitingCount.value, open, name, isAway.value, openName.value);
  });
  useEffect(leaveNotices, [here]);
  const main = useRef<HTMLElement>(null);
  // Each place is read from its top, whatever was scrolled in the one before.
  const isOpened = useRef(false);
  useLayoutEffect(() => {
    // Nothing is scrolled at the start, and asked for it the browser would lay out the page at once.
    if (isOpened.current) main.current?.scrollTo({ top: 0 });
    isOpened.current = true;
  }, [here.area, isListed(here)]);
  useSignalEffect(() => {
    const { area, threadId } = place.value;
    if (area !== 'conversation' || leaveIfDeleted(threadId)) return;
    noteThread(threadId);
    if (threadId !== conversation.threadId.peek()) void conversation.open(threadId);
  });
  return (
    <div class="app">
      <a class="skip" href={here.area === 'conversation' ? '#task' : '#main'} onClick={skip}>
        {here.area === 'conversation' ? said.skip : said.skipToArea}
      </a>
      <header>
        <h1>svc</h1>
        <RunningBar />
        <p class={model.value?.isWrong ? 'model bad' : 'model hint'} role="status">
          {model.value?.text ?? ''}
        </p>
      </header>
      <p class="away" role="status">
        {isAway.value ? said.away : ''}
      </p>
      <div class="columns">
        {isNarrow.value ? null : <Side />}
        <main id="main" tabIndex={-1} ref={main}>
          <SettingsProblems />
          {isNarrow.value && here.area === 'conversation' ? <OpenBar /> : null}
          {isListed(here) ? (
            <GroupList />
          ) : (
            <>
              <GroupNav />
              <Shown key={here.area} area={here.area} />
            </>
          )}
        </main>
      </div>
      {isNarrow.value ? <Bar isMenuOpen={isMenuOpen.value} onMenu={() => (isMenuOpen.value = true)} /> : null}
      {isNarrow.value && isMenuOpen.value ? <Sheet onClose={() => (isMenuOpen.value = false)} /> : null}
      <PaletteSlot />
      <ShortcutsSlot />
      {isMenuOpen.value && isNarrow.value ? null : <Notices />}
      <Login />
    </div>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  (document.getElementById('task') ?? document.getElementById('main'))?.focus();
}

/** Those that were opened before need nothing from the engine to be opened again. */
const opened = new Map<string, { readonly component: ComponentType }>();

/** The area of this name, once it is loaded. */
function Shown({ area }: { area: string }): VNode | null {
  const Component = useSignal(opened.get(area) ?? null);
  const isFailed = useSignal(false);
  const load = async () => {
    try {
      const found = areaNamed(area)?.load() ?? UnknownArea;
      const now = { component: 'then' in found ? (await found).default : found };
      opened.set(area, now);
      Component.value = now;
    } catch {
      isFailed.value = true;
    }
  };
  useEffect(() => {
    if (Component.peek() === null) void load();
  }, []);
  const wasAway = useRef(false);
  useSignalEffect(() => {
    if (!isAway.value && wasAway.current && isFailed.peek()) location.reload();
    wasAway.current = isAway.value;
  });
  if (isFailed.value)
    return (
      <p class="bad">
        {said.areaFailed}{' '}
        {/* A browser keeps in mind that a script could not be loaded, until the page is loaded anew. */}
        <button type="button" onClick={() => location.reload()}>
          {said.tryAgain}
        </button>
      </p>
    );
  // By its address a member comes to what is the owner's, too.
  const named = areaNamed(area);
  if (named && !isTheirs(named)) return <UnknownArea />;
  const shown = Component.value;
  return shown === null ? null : <shown.component />;
}

/** For an address that is none, such as a mistyped one. */
const UnknownArea = (): VNode => (
  <>
    <h2 tabIndex={-1}>{said.unknownArea}</h2>
    <p>{said.unknownAreaHint}</p>
  </>
);

function SettingsProblems(): VNode | null {
  if (problems.value.length === 0) return null;
  return (
    <details class="notice bad" open>
      <summary>{said.settingsProblems}</summary>
      <ul>
        {problems.value.map(({ message, says }) => (
          <li key={message}>
            <EngineText text={worded(message, [says])} />
          </li>
        ))}
      </ul>
    </details>
  );
}
