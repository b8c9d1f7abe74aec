import { useCallback, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusalError, toastError } from '../lib/api';
import { useSession } from '../lib/session';
import { useOnce } from '../lib/use-once';
import { draftOf, fromDraft, problemsOf, wrongOf, type FormProblems } from './form-state';
import type { StartUpload } from './form-uploads';

interface FormOptions<Field extends string> {
  /** Every field with its first value; all values are texts. */
  initial: Record<Field, string>;
  /** The browser's own checks: a message for each wrong field. */
  check?: (values: Record<NoInfer<Field>, string>) => Partial<Record<NoInfer<Field>, string>>;
  /**
   * Sends it. A refusal that it throws stands at the field it names; what was typed stays. `requestToken` is the same again
   * where the same values got no answer, so that what moves money and passes it on moves it once.
   */
  send: (values: Record<NoInfer<Field>, string>, requestToken: string) => Promise<unknown>;
  /** Keeps these fields in this tab over a reload, until the form was sent. Never a secret. */
  draft?: { name: string; keep: readonly NoInfer<Field>[] };
}

export interface FormHandle<Field extends string> {
  form: RefObject<HTMLFormElement | null>;
  values: Record<Field, string>;
  /** For a field component: `<TextField label=… {...field('account')} />`. */
  field: (name: Field) => {
    name: string;
    value: string;
    onChange: (value: string) => void;
    error: string | undefined;
  };
  /** Changes several fields at once, where one follows from another. */
  set: (changes: Partial<Record<Field, string>>) => void;
  /** What is wrong with the form as a whole. */
  problem: string | null;
  /** The refusal behind the problems that are shown; `null` when the browser found them, or when there are none. */
  refused: RefusalError | null;
  busy: boolean;
  submit: (event: FormEvent) => void;
  /** For fields that upload; `Form` passes it on. Nothing is sent while one of them does. */
  startUpload: StartUpload;
  /**
   * Sends a request in between, such as for a code. `wrong` fields and refusals show like the form's own problems; the answer is
   * `null` then.
   */
  checkAndSend: <Answer>(
    wrong: Partial<Record<Field, string>>,
    sending: () => Promise<Answer>,
  ) => Promise<Answer | null>;
}

const NO_PROBLEMS = { fields: {}, form: null };

/** The state of a form from typing to answer. The first field that is wrong gets the focus. */
export function useForm<Field extends string>(options: FormOptions<Field>): FormHandle<Field> {
  const { initial, check, send, draft } = options;
  const form = useRef<HTMLFormElement>(null);
  // The next person in this tab must not find another's input.
  const owner = useSession(({ session }) => session?.userId ?? 'visitor');
  const key = draft && `glassbook.draft.${owner}.${draft.name}`;
  const [values, setValues] = useState(() =>
    fromDraft(initial, draft?.keep ?? [], key ? sessionStorage.getItem(key) : null),
  );
  const { problems, refused, forget, checkAndSend } = useProblems(Object.keys(values) as Field[]);
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  useEffect(() => {
    if (Object.keys(problems.fields).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);

  // Two uploads may end before the next render: each change adds to the one before it.
  const latest = useRef(values);
  const set = (changes: Partial<Record<Field, string>>) => {
    const changed: Record<Field, string> = { ...latest.current, ...changes };
    latest.current = changed;
    setValues(changed);
    forget(Object.keys(changes) as Field[]);
    if (draft && key) keepDraft(key, draftOf(changed, draft.keep));
  };
  const { startUpload, wrongIn } = useUploads<Field>(check);
  const run = () =>
    checkAndSend(wrongIn(latest.current), async () => {
      setBusy(true);
      try {
        const sent = latest.current;
        await once(JSON.stringify(sent), (token) => send(sent, token));
        if (key) keepDraft(key, null);
      } finally {
        setBusy(false);
      }
    });
  return {
    form,
    values,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => set({ [name]: value } as Partial<Record<Field, string>>),
      error: problems.fields[name],
    }),
    set,
    problem: problems.form,
    refused,
    busy,
    submit: (event) => {
      event.preventDefault();
      if (!busy) void run();
    },
    startUpload,
    checkAndSend,
  };
}

/** The fields whose images are on their way, and what is wrong with the form meanwhile. */
function useUploads<Field extends string>(check: FormOptions<Field>['check']) {
  const { t } = useTranslation('common');
  const [uploading] = useState(() => new Set<Field>());
  const startUpload: StartUpload = useCallback(
    (name) => {
      uploading.add(name as Field);
      return () => void uploading.delete(name as Field);
    },
    [uploading],
  );
  const wrongIn = (values: Record<Field, string>) =>
    wrongOf(values, uploading, t('field.uploading'), (filled) => check?.(filled) ?? {});
  return { startUpload, wrongIn };
}

/** The problems of a form, until it is sent again or the field is changed. */
function useProblems<Field extends string>(names: readonly Field[]) {
  const [problems, setProblems] = useState<FormProblems<Field>>(NO_PROBLEMS);
  const [refused, setRefused] = useState<RefusalError | null>(null);
  const forget = (changed: readonly Field[]) => {
    if (!changed.some((name) => name in problems.fields) && problems.form === null) return;
    setProblems((now) => {
      const fields = { ...now.fields };
      for (const name of changed) delete fields[name];
      return { fields, form: null };
    });
    setRefused(null);
  };
  const checkAndSend: FormHandle<Field>['checkAndSend'] = async (wrong, sending) => {
    const isWrong = Object.keys(wrong).length > 0;
    setProblems(isWrong ? { fields: wrong, form: null } : NO_PROBLEMS);
    setRefused(null);
    if (isWrong) return null;
    try {
      return await sending();
    } catch (error) {
      if (error instanceof RefusalError) {
        setRefused(error);
        setProblems(problemsOf(names, { message: error.message, field: error.data?.field }));
      } else toastError(error);
      return null;
    }
  };
  return { problems, refused, forget, checkAndSend };
}

function keepDraft(key: string, draft: string | null): void {
  if (draft === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, draft);
}
