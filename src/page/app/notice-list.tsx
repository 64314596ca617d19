import type { VNode } from 'preact';
import { EngineText } from '../parts/engine-text.tsx';
import { Icon } from '../parts/icon.tsx';
import { appWords as said } from '#words/app.ts';
import { dismiss, notices } from './notices.ts';

/** What the page says beside what is shown. Within a dialog that covers the page, if one is open: nothing else can be pressed then. */
export const Notices = (): VNode => (
  <div class="notices" role="status">
    {notices.value.map(({ key, text, action }) => (
      <p key={key} class="notice">
        <span>
          <EngineText text={text} />
        </span>
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
          <Icon name="close" />
        </button>
      </p>
    ))}
  </div>
);
