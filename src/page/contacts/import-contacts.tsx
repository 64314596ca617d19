import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told, worded } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { Field } from '../parts/field.tsx';
import { count, listed } from '../parts/format.ts';
import type { Given } from '../parts/dropping.ts';
import { TakeFile } from '../parts/take-file.tsx';
import { visible } from '../parts/visible.ts';
import { contactWords } from '../words/contacts.ts';
import { contacts } from './contacts.ts';
import { formatOf, toldFirst } from './in-words.ts';
import { EngineText } from '../parts/engine-text.tsx';

const said = contactWords.importing;
/** The engine's limit. */
const MOST_BYTES = 8 * 1024 * 1024;
/** More rows in one table hold up the page. */
const MOST_ROWS = 500;

type Report = Answer<'contacts.import'>;

/** Imports contacts from a file, and says what came of each. */
export function ImportContacts(): VNode {
  const country = useSignal('');
  const wrong = useSignal('');
  const wrongCountry = useSignal('');
  const working = useSignal('');
  const report = useSignal<Report | null>(null);
  const take = async ({ name, content }: Given) => {
    const code = country.value.trim().toUpperCase();
    wrongCountry.value = /^(?:[A-Z]{2})?$/u.test(code) ? '' : said.countryWrong;
    wrong.value = content.size > MOST_BYTES ? said.tooLarge : '';
    if (wrong.value !== '' || wrongCountry.value !== '') return;
    report.value = null;
    working.value = name;
    try {
      const text = await content.text().catch(() => null);
      if (text === null) {
        wrong.value = said.unreadable;
        return;
      }
      report.value = await engine['contacts.import']({
        body: { format: formatOf(name), text, ...(code === '' ? {} : { country: code }) },
      });
      void contacts.begin();
    } catch (error) {
      wrong.value = told(error);
    } finally {
      working.value = '';
    }
  };
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
      <TakeFile
        label={said.choose}
        accept=".csv,.vcf,.vcard,text/csv,text/vcard"
        isDisabled={working.value !== ''}
        onFile={(file) => void take(file)}
        onNone={(why) => (wrong.value = why)}
      />
      <Alert text={wrong.value} />
      <p role="status">
        {working.value !== ''
          ? visible(said.working(working.value))
          : report.value === null
            ? ''
            : said.done(report.value.added, report.value.completed, report.value.refused)}
      </p>
      {report.value === null ? null : <Rows report={report.value} />}
    </>
  );
}

function Rows({ report: { rows, ignoredColumns } }: { report: Report }): VNode {
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
              {shown.map(({ line, name, outcome, contactId, problem, remarks, candidates }) => (
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
                    <span class={outcome === 'refused' ? 'bad' : undefined}>{said.outcomes[outcome]}</span>
                    {problem === null ? null : (
                      <p>
                        <EngineText text={worded(problem)} />
                      </p>
                    )}
                    {remarks.map((remark) => (
                      <p key={remark}>
                        <EngineText text={worded(remark)} />
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
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
