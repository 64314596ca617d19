const formKeyOf = (form: string): string => `svc.draft.form.${form}`;

/** What was typed into a form and not sent yet, by the names of its fields; they are as an earlier page kept them. */
export function draftOfForm(form: string): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(formKeyOf(form)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** Null forgets it. */
export function keepDraftOfForm(form: string, fields: object | null): void {
  if (fields === null) localStorage.removeItem(formKeyOf(form));
  else localStorage.setItem(formKeyOf(form), JSON.stringify(fields));
}
