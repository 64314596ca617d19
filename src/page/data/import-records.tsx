import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine } from '../engine/client.ts';
import { told, worded } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { Choice } from '../parts/choice.tsx';
import type { Given } from '../parts/dropping.ts';
import { TakeFile } from '../parts/take-file.tsx';
import { visible } from '../parts/visible.ts';
import { dataWords } from '#words/data.ts';
import type { Report } from './collections.ts';
import { EngineText } from '../parts/engine-text.tsx';

const said = dataWords.importing;
/** The engine's limit. */
const MOST_BYTES = 100 * 1024 * 1024;

/** Imports a table into a collection, and says what came of its rows. */
export function ImportRecords({ name, onDone }: { name: string; onDone: () => void }): VNode {
  const separator = useSignal<keyof typeof said.separators>('found');
  const working = useSignal('');
  const wrong = useSignal('');
  const report = useSignal<Report | null>(null);
  const isOpen = useSignal(false);
  const take = async ({ name: file, content }: Given) => {
    wrong.value = content.size > MOST_BYTES ? said.tooLarge : '';
    if (wrong.value !== '') return;
    report.value = null;
    working.value = file;
    isOpen.value = true;
    try {
      report.value = await engine['datastore.import']({
        params: { collection: name },
        query: separator.value === 'found' ? {} : { separator: separator.value },
        body: content,
      });
    } catch (error) {
      wrong.value = told(error);
    } finally {
      working.value = '';
      onDone();
    }
  };
  return (
    <details
      class="card"
      open={isOpen.value}
      onToggle={({ currentTarget: { open } }) => (isOpen.value = open)}
    >
      <summary>{said.title}</summary>
      <p class="hint">{said.intro}</p>
      <Choice
        label={said.separator}
        value={separator.value}
        options={said.separators}
        onChoose={(next) => (separator.value = next)}
      />
      <TakeFile
        label={said.choose}
        accept=".csv,.tsv,.txt,text/csv"
        isDisabled={working.value !== ''}
        onFile={(file) => void take(file)}
        onNone={(why) => {
          isOpen.value = true;
          wrong.value = why;
        }}
      />
      <Alert
        text={wrong.value === '' ? worded(report.value?.problem ?? '', report.value?.says) : wrong.value}
      />
      <p role="status">
        {working.value !== ''
          ? visible(said.working(working.value))
          : report.value === null
            ? ''
            : said.done(report.value.inserted, report.value.updated, report.value.failedCount)}
      </p>
      {report.value === null ? null : <Rows report={report.value} />}
    </details>
  );
}

function Rows({ report: { failed, failedCount, warnings, saysOfWarnings } }: { report: Report }): VNode {
  return (
    <>
      {failed.length === 0 ? null : (
        <>
          <h3>{said.failed}</h3>
          <ul>
            {failed.map(({ index, line, why, says }) => (
              <li key={index}>
                {said.row(line)}:{' '}
                <bdi>
                  <EngineText text={worded(why, [says])} />
                </bdi>
              </li>
            ))}
          </ul>
          {failedCount > failed.length ? <p class="hint">{said.more(failedCount - failed.length)}</p> : null}
        </>
      )}
      {warnings.length === 0 ? null : (
        <>
          <h3>{said.warnings}</h3>
          <ul>
            {warnings.map((warning, nth) => (
              <li key={warning} dir="auto">
                <EngineText text={worded(warning, saysOfWarnings.slice(nth, nth + 1))} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
