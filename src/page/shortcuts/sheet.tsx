import type { VNode } from 'preact';
import { shortcutWords as said } from '#words/shortcuts.ts';
import './shortcuts.css';
import { useModal } from '../parts/use-modal.ts';

const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent);
const CTRL = isMac ? said.mac : said.ctrl;

/** Keys that are pressed together; several of them do the same. */
type Keys = readonly (readonly string[])[];

/** Every shortcut of the page. One that is added elsewhere is added here. */
const GROUPS: readonly { readonly title: string; readonly all: readonly (readonly [Keys, string])[] }[] = [
  {
    title: said.anywhere,
    all: [
      [[[CTRL, 'K']], said.palette],
      [[['/']], said.search],
      [[['?']], said.sheet],
      [[['Esc']], said.closing],
    ],
  },
  {
    title: said.inComposer,
    all: [
      [[['Enter']], said.send],
      [[[CTRL, 'Enter']], said.sendNow],
      [[[said.shift, 'Enter']], said.line],
      [[['↑']], said.last],
    ],
  },
  {
    title: said.inThreads,
    all: [[[['↑'], ['↓']], said.upDown]],
  },
  { title: said.inPictures, all: [[[['←'], ['→'], ['↑'], ['↓']], said.arrows]] },
];

/** All shortcuts, in a dialog. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  return (
    <dialog {...modal} class="shortcuts" aria-label={said.title}>
      <h2>{said.title}</h2>
      {GROUPS.map(({ title, all }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {all.map(([keys, does]) => (
              <div key={does}>
                <dt>
                  {keys.map((together, nth) => (
                    <span key={nth}>
                      {nth === 0 ? null : ` ${said.orJoin} `}
                      {together.map((key, at) => (
                        <span key={key}>
                          {at === 0 ? null : ' + '}
                          <kbd>{key}</kbd>
                        </span>
                      ))}
                    </span>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p class="hint">{said.typing}</p>
      <div class="row">
        <button type="button" onClick={close}>
          {said.close}
        </button>
      </div>
    </dialog>
  );
}
