import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { placeOfArea } from '../../app/place.ts';
import { problems } from '../../app/model.ts';
import { engine, type Answer } from '../../engine/client.ts';
import { around, told } from '../../engine/failure.ts';
import { Alert } from '../../parts/alert.tsx';
import { moment } from '../../parts/format.ts';
import { googleWords } from '#words/google.ts';
import { isHosted, lastCopies, whyNot, type Account } from './standing.ts';
import { EngineText } from '../../parts/engine-text.tsx';

const said = googleWords.uploads;

type Backups = Answer<'backups.list'>['backups'];

/** Whether backups are uploaded, what the drive gets to see of them, and what became of the last ones. */
export function DriveUploads({ now }: { now: Account }): VNode | null {
  const isOn = useSignal<boolean | null>(null);
  const backups = useSignal<Backups>([]);
  const [saved, wrong] = [useSignal(''), useSignal('')];
  const { connected } = now;
  useEffect(() => {
    Promise.all([engine['config.get'](), engine['backups.list']()]).then(
      ([{ config }, found]) => {
        isOn.value = config.backup_clouddrive ?? false;
        backups.value = found.backups;
      },
      (error: unknown) => (wrong.value = told(error)),
    );
  }, [connected]);
  const turn = async (next: boolean) => {
    const before = isOn.value;
    isOn.value = next;
    wrong.value = '';
    saved.value = '';
    try {
      const report = await engine['config.set']({ body: { backup_clouddrive: next } });
      problems.value = report.problems;
      isOn.value = report.config.backup_clouddrive ?? false;
      saved.value = isOn.value ? said.on : said.off;
    } catch (error) {
      isOn.value = before;
      wrong.value = told(error);
    }
  };
  if (isHosted(now))
    return (
      <Card>
        <p class="hint">{said.hosted}</p>
      </Card>
    );
  // Without a connection the switch matters only to turn it off.
  if (!connected && isOn.value !== true) return null;
  return (
    <Card>
      <Alert text={wrong.value} />
      <label class="choice">
        <input
          type="checkbox"
          role="switch"
          checked={isOn.value ?? false}
          disabled={isOn.value === null}
          onChange={({ currentTarget }) => void turn(currentTarget.checked)}
        />
        <span>
          {said.toggle}
          <span class="hint">{said.toggleHint}</span>
        </span>
      </label>
      <p class="good" role="status">
        {saved.value}
      </p>
      {isOn.value && !connected ? <p class="notice warns">{said.alone}</p> : null}
      <p class="hint">{said.sees}</p>
      {isOn.value && connected ? <Last backups={backups.value} /> : null}
      <p>
        <a href={placeOfArea('backups')}>{said.open}</a>
      </p>
    </Card>
  );
}

const Card = ({ children }: { children: VNode | readonly (VNode | null)[] }): VNode => (
  <section class="card" aria-labelledby="google-uploads">
    <h3 id="google-uploads">{said.title}</h3>
    {children}
  </section>
);

function Last({ backups }: { backups: Backups }): VNode {
  const { uploaded, failed, skipped } = lastCopies(backups);
  return (
    <>
      <p>{uploaded === null ? said.never : said.last(moment(uploaded.createdAt))}</p>
      {failed === null ? null : (
        <p class="bad">
          <EngineText
            text={around(
              failed.upload.problem ?? whyNot(['failed']),
              (why) => said.failed(moment(failed.createdAt), why),
              failed.says.uploadProblem,
            )}
          />
        </p>
      )}
      {skipped === null ? null : (
        <p class="warned">{said.skipped(moment(skipped.createdAt), whyNot(skipped.upload.reasons))}</p>
      )}
    </>
  );
}
