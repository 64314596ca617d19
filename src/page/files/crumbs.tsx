import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { fileWords as said } from '#words/files.ts';
import { DELETED_PART, placeOfFolder } from './places.ts';
import { shownName } from './shown-name.ts';

/** The way from the workspace down to a folder, each step a link, and the deleted files beside it. */
export function Crumbs({ path, isLastLinked = true }: { path: string; isLastLinked?: boolean }): VNode {
  const names = path === '' ? [] : path.split('/');
  const steps = ['', ...names.map((_, nth) => names.slice(0, nth + 1).join('/'))];
  return (
    <nav class="crumbs" aria-label={said.folders}>
      <ol>
        {steps.map((step, nth) => {
          const name = nth === 0 ? said.workspace : shownName(names[nth - 1] ?? '');
          const isHere = !isLastLinked && nth === steps.length - 1;
          return (
            <li key={step} dir="auto">
              {isHere ? <span aria-current="page">{name}</span> : <a href={placeOfFolder(step)}>{name}</a>}
            </li>
          );
        })}
      </ol>
      <a href={placeOfArea('files', DELETED_PART)}>{said.deletedTitle}</a>
    </nav>
  );
}
