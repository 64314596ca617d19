import type { VNode } from 'preact';
import { appWords } from '../words/app.ts';
import { visible } from './visible.ts';

/** What could not be read, and a way to read it again; nothing while nothing is wrong. */
export const Problem = ({ text, onAgain }: { text: string; onAgain: () => void }): VNode => (
  <div class="row">
    <p class="bad" role="alert">
      {visible(text)}
    </p>
    {text === '' ? null : (
      <button type="button" class="small" onClick={onAgain}>
        {appWords.tryAgain}
      </button>
    )}
  </div>
);
