import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { showArea } from '../app/place.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { moment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { automationWords as said } from '#words/automation.ts';
import { HandOverButton } from '../handover/hand-over-button.tsx';
import { confirm, remove } from './actions.ts';
import { CarriedWorkflow } from './carried-workflow.tsx';
import { TriggerForm } from './form.tsx';
import { History } from './history.tsx';
import { ceilingsOf, doesOf, expectationOf, isReminder } from './in-words.ts';
import { NextTimes } from './next-times.tsx';
import { TriggerCard } from './trigger-card.tsx';
import type { Trigger as Shown } from './triggers.ts';
import { said as saidBy } from '../engine/said.ts';

/** One automation with everything that is known of it. */
export function Trigger({ trigger }: { trigger: Shown }): VNode {
  const isEditing = useSignal(false);
  const isRemoving = useSignal(false);
  const { title, confirmedAt, schedule, timeZone } = trigger;
  if (isEditing.value) return <TriggerForm trigger={trigger} onDone={() => (isEditing.value = false)} />;
  return (
    <>
      <TriggerCard trigger={trigger} isOpen />
      <section class="card" aria-labelledby="about-title">
        <h3 id="about-title">
          {confirmedAt === null
            ? isReminder(trigger)
              ? said.confirm.titleOfReminder
              : said.confirm.title
            : doesOf(trigger)}
        </h3>
        {confirmedAt === null ? (
          <p class="hint">
            {said.confirm.hint} {said.confirm.from[trigger.createdBy]}
          </p>
        ) : null}
        <ul class="sentences">
          {trigger.mayDo.map((one, nth) => (
            <li key={one}>{visible(saidBy(trigger.says.mayDo[nth], one))}</li>
          ))}
        </ul>
        <About trigger={trigger} />
        {confirmedAt === null && schedule !== null ? (
          <NextTimes schedule={schedule} timeZone={timeZone} />
        ) : null}
        <div class="row">
          {confirmedAt === null ? (
            <button
              type="button"
              class="primary"
              aria-label={visible(said.confirm.named(title))}
              onClick={() => void confirm(trigger)}
            >
              {said.confirm.act}
            </button>
          ) : null}
          <button type="button" onClick={() => (isEditing.value = true)}>
            {said.edit}
          </button>
          <HandOverButton kind="trigger" id={trigger.triggerId} title={title} />
          <button type="button" class="quiet" onClick={() => (isRemoving.value = true)}>
            {said.remove}
          </button>
        </div>
      </section>
      <History trigger={trigger} />
      {isRemoving.value ? (
        <AskDialog
          question={said.removeQuestion(title)}
          says={said.removeSays}
          label={said.remove}
          onClose={() => (isRemoving.value = false)}
          onSure={() => void remove(trigger).then(() => showArea('automation'))}
        />
      ) : null}
    </>
  );
}

function About({ trigger }: { trigger: Shown }): VNode {
  const { task, workflowId, parameters, effect, expectation, ceilings, profile, createdAt } = trigger;
  const isWork = effect === 'run_agent';
  return (
    <dl>
      {task === null ? null : (
        <>
          <dt>{isWork ? said.task : said.noticeText}</dt>
          <dd class="told" dir="auto">
            {visible(task)}
          </dd>
        </>
      )}
      {workflowId === null ? null : <CarriedWorkflow workflowId={workflowId} parameters={parameters ?? {}} />}
      {isWork ? (
        <>
          <dt>{said.success}</dt>
          <dd>{visible(expectationOf(expectation) ?? said.noSuccess)}</dd>
          <dt>{said.ceilings}</dt>
          <dd>{ceilingsOf(ceilings)}</dd>
        </>
      ) : null}
      {profile === null ? null : (
        <>
          <dt>{said.profile}</dt>
          <dd>{visible(profile)}</dd>
        </>
      )}
      <dt>{said.made}</dt>
      <dd>{moment(createdAt)}</dd>
    </dl>
  );
}
