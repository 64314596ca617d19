import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told, worded } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { decoded } from '../parts/decoded.ts';
import { Field } from '../parts/field.tsx';
import { count, listed } from '../parts/format.ts';
import type { Given } from '../parts/dropping.ts';
import { TakeFile } from '../parts/take-file.tsx';
import { visible } from '../parts/visible.ts';
import { contactWords } from '#words/contacts.ts';
import { contacts } from './contacts.ts';
import { formatOf, toldFirst } from './in-words.ts';
import { EngineText } from '../parts/engine-text.tsx';

const said = contactWords.importing;
const fieldName = (attribute: string): string =>
  ({ ...contactWords.fields, ...said.further } as Readonly<Record<string, string>>)[attribute] ?? attribute;
/** The engine's limit. */
const MOST_BYTES = 8 * 1024 * 1024;
/** More rows in one table hold up the page. */
const MOST_ROWS = 500;

type Report = Answer<'contacts.import'>;

/** What of an import there is to see: before it is done, done, or taken back. */
type Step = 'preview' | 'done' | 'taken back';

/** Imports contacts from a file, and says what came of each. */
export function ImportContacts(): VNode {
  const country = useSignal('');
  const isSeparate = useSignal(false);
  const wrong = useSignal('');
  const wrongCountry = useSignal('');
  const working = useSignal('');
  const report = useSignal<Report | null>(null);
  const step = useSignal<Step>('preview');
  const came = useSignal('');
  const body = useSignal<Parameters<(typeof engine)['contacts.import']>[0]['body'] | null>(null);
  const take = async ({ name, content }: Given) => {
    const code = country.value.trim().toUpperCase();
    wrongCountry.value = /^(?:[A-Z]{2})?$/u.test(code) ? '' : said.countryWrong;
    wrong.value = content.size > MOST_BYTES ? said.tooLarge : '';
    if (wrong.value !== '' || wrongCountry.value !== '') return;
    report.value = null;
    await during(said.reading(name), async () => {
      const text = await decoded(content).catch(() => null);
      if (text === null) {
        wrong.value = said.unreadable;
        return;
      }
      body.value = {
        format: formatOf(name),
        text,
        fileName: name.slice(-255),
        ...(code === '' ? {} : { country: code }),
        ...(isSeparate.value ? { separate: true } : {}),
      };
      report.value = await engine['contacts.previewImport']({ body: body.value });
      step.value = 'preview';
      came.value = said.would(report.value.added, report.value.completed, report.value.refused);
    });
  };
  const during = async (what: string, work: () => Promise<void>) => {
    wrong.value = '';
    working.value = what;
    try {
      await work();
    } catch (error) {
      wrong.value = told(error);
    } finally {
      working.value = '';
    }
  };
  const importAll = async () => {
    const asked = body.value;
    if (asked === null) return;
    await during(said.working, async () => {
      report.value = await engine['contacts.import']({ body: asked });
      step.value = 'done';
      came.value = said.done(report.value.added, report.value.completed, report.value.refused);
      void contacts.begin();
    });
  };
  const takeBack = async (id: string) =>
    await during(said.takingBack, async () => {
      const { removed, restored, kept } = await engine['contacts.rollbackImport']({ params: { id } });
      report.value = null;
      step.value = 'taken back';
      came.value = said.takenBack(removed, restored, kept);
      void contacts.begin();
    });
  return (
    <>
      <p>
        <a href={placeOfArea('contacts')}>{contactWords.all}</a>
      </p>
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <Field
        label={said.country}
        hint={said.countryHint}
        wrong={wrongCountry.value}
        value={country.value}
        onInput={(text) => (country.value = text)}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={isSeparate.value}
          onChange={({ currentTarget }) => (isSeparate.value = currentTarget.checked)}
        />
        <span>{said.separate}</span>
      </label>
      <TakeFile
        label={said.choose}
        accept=".csv,.vcf,.vcard,text/csv,text/vcard"
        isDisabled={working.value !== ''}
        onFile={(file) => void take(file)}
        onNone={(why) => (wrong.value = why)}
      />
      <Alert text={wrong.value} />
      <p role="status">{working.value === '' ? came.value : visible(working.value)}</p>
      {report.value === null ? null : (
        <>
          <div class="row">
            {step.value === 'preview' ? (
              <>
                <button type="button" disabled={working.value !== ''} onClick={() => void importAll()}>
                  {said.importAll}
                </button>
                <button type="button" class="quiet" onClick={() => (report.value = null)}>
                  {said.leave}
                </button>
              </>
            ) : null}
            {step.value === 'done' && report.value.importId !== null ? (
              <ConfirmButton
                label={said.takeBack}
                name={said.takeBack}
                question={said.takeBackSure}
                onSure={() => void takeBack(report.value?.importId ?? '')}
              />
            ) : null}
          </div>
          <Rows report={report.value} isDone={step.value === 'done'} />
        </>
      )}
    </>
  );
}

function Rows({ report: { rows, ignoredColumns }, isDone }: { report: Report; isDone: boolean }): VNode {
  const shown = toldFirst(rows).slice(0, MOST_ROWS);
  return (
    <>
      {ignoredColumns.length === 0 ? null : (
        <p class="hint">{visible(said.ignored(listed(ignoredColumns)))}</p>
      )}
      {rows.length <= MOST_ROWS ? null : <p class="hint">{said.cut(MOST_ROWS, rows.length)}</p>}
      {rows.length === 0 ? null : (
        <div class="wide" tabIndex={0} role="region" aria-label={said.table}>
          <table>
            <thead>
              <tr>
                <th scope="col" class="right">
                  {said.line}
                </th>
                <th scope="col">{said.name}</th>
                <th scope="col">{said.outcome}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(
                ({ line, name, outcome, contactId, changes, problem, remarks, candidates, says }) => (
                  <tr key={line}>
                    <td class="right">{count(line)}</td>
                    <th scope="row" dir="auto">
                      {contactId === null ? (
                        visible(name ?? said.noName)
                      ) : (
                        <a href={placeOfArea('contacts', contactId)}>{visible(name ?? said.noName)}</a>
                      )}
                    </th>
                    <td>
                      <span class={outcome === 'refused' ? 'bad' : undefined}>
                        {(isDone ? said.outcomes : said.wouldBe)[outcome]}
                      </span>
                      {changes.length === 0 ? null : (
                        <ul>
                          {changes.map(({ attribute, before, value }) => (
                            <li key={attribute}>
                              {fieldName(attribute)}: <bdi>{visible(value ?? '')}</bdi>
                              {before === null ? null : (
                                <span class="hint"> {visible(said.insteadOf(before))}</span>
                              )}
                            </li>
                          ))}
                        </ul>
                      )}
                      {problem === null ? null : (
                        <p>
                          <EngineText text={worded(problem, says.problem)} />
                        </p>
                      )}
                      {remarks.map((remark, nth) => (
                        <p key={remark}>
                          <EngineText text={worded(remark, says.remarks[nth])} />
                        </p>
                      ))}
                      {candidates.length === 0 ? null : (
                        <>
                          <p>{said.mayBe}</p>
                          <ul>
                            {candidates.map((one) => (
                              <li key={one.entityId}>
                                <a href={placeOfArea('entries', one.entityId)}>
                                  <bdi>{visible(one.name)}</bdi>
                                </a>{' '}
                                <span class="hint">{visible(one.says)}</span>
                              </li>
                            ))}
                          </ul>
                        </>
                      )}
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
