import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { yourDataWords } from '#words/your-data.ts';

const said = yourDataWords.ways;

/** Which of the ways to another machine fits, with the way there. */
export const Ways = (): VNode => (
  <section class="card" aria-labelledby="your-data-ways">
    <h3 id="your-data-ways">{said.title}</h3>
    <dl class="ways">
      <div>
        <dt>{said.move.when}</dt>
        <dd>
          {said.move.how}{' '}
          <button type="button" class="small" onClick={() => show('your-data-move')}>
            {said.move.act}
          </button>
        </dd>
      </div>
      <div>
        <dt>{said.backup.when}</dt>
        <dd>
          {said.backup.how}{' '}
          <a class="small" href={placeOfArea('backups')}>
            {said.backup.act}
          </a>
        </dd>
      </div>
      <div>
        <dt>{said.zip.when}</dt>
        <dd>
          {said.zip.how}{' '}
          <button type="button" class="small" onClick={() => show('your-data-export')}>
            {said.zip.act}
          </button>
        </dd>
      </div>
    </dl>
  </section>
);

/** The address of the page is that of the area, so a link cannot lead within it. */
function show(heading: string): void {
  const found = document.getElementById(heading);
  found?.scrollIntoView({ block: 'start' });
  found?.focus();
}
