import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { paletteWords as said } from '#words/palette.ts';
import { allEntries, searchFor } from './entries.ts';
import { matching, type Entry } from './matching.ts';
import './palette.css';
import { useModal } from '../parts/use-modal.ts';

/** As many as a person scrolls through. */
const SHOWN = 50;

/** Finds an area, a conversation or something to do by its words; the arrow keys choose, Enter goes there. */
export default function Palette({ onClose }: { onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const list = useRef<HTMLUListElement>(null);
  const typed = useSignal('');
  const at = useSignal(0);
  const id = useId();
  const all = useMemo(allEntries, []);
  const text = typed.value.trim();
  const fitting = useMemo(() => matching(all, text), [all, text]);
  const found = [...fitting.slice(0, SHOWN), ...(text === '' ? [] : [searchFor(text)])];
  const left = fitting.length - SHOWN;
  const chosen = Math.min(at.value, found.length - 1);
  useEffect(() => list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const go = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    close();
    entry.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      at.value = (chosen + step + found.length) % found.length;
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[chosen]);
    }
  };
  const optionId = (nth: number): string => `${id}-${nth}`;
  return (
    <dialog
      {...modal}
      class="palette"
      aria-label={said.title}
      onClick={({ target }) => {
        if (target === modal.ref.current) close();
      }}
    >
      <input
        dir="auto"
        type="text"
        role="combobox"
        aria-label={said.field}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={optionId(chosen)}
        placeholder={said.field}
        autocomplete="off"
        spellcheck={false}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <p class={left > 0 ? 'hint' : 'unseen'} role="status">
        {left > 0 ? said.first(SHOWN, fitting.length) : said.found(found.length)}
      </p>
      <ul ref={list} id={id} role="listbox" aria-label={said.title}>
        {found.map((entry, nth) => (
          <li
            key={entry.key}
            id={optionId(nth)}
            role="option"
            aria-selected={nth === chosen}
            onClick={() => go(entry)}
          >
            <span dir="auto">{entry.label}</span>
            <span class="hint">{said.kinds[entry.kind]}</span>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
