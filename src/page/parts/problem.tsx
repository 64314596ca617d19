import type { VNode } from 'preact';
import { Alert } from './alert.tsx';
import { appWords } from '#words/app.ts';

/** What could not be read, and a way to read it again; nothing while nothing is wrong. */
export const Problem = ({ text, onAgain }: { text: string; onAgain: () => void }): VNode => (
  <div class="row">
    <Alert text={text} />
    {text === '' ? null : (
      <button type="button" class="small" onClick={onAgain}>
        {appWords.tryAgain}
      </button>
    )}
  </div>
);
