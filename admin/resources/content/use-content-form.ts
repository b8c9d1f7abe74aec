import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNotify, useShowContext, useTranslate } from 'react-admin';
import { publishContent, saveContent, withdrawContent } from '../../../contracts/content.calls.js';
import type { ContentEntryView, ContentFields } from '../../../contracts/content.contract.js';
import { languageKeys, type Language } from '../../../shared/language.js';
import { api } from '../../lib/http';
import { changesOf, formOf, type ContentForm } from './content-form';

/**
 * The form's fields and their changes. The page refetches every few seconds. The answer replaces the fields only while nothing is
 * unsaved, so no input is lost; the server refuses to save over another editor's change.
 */
export function useContentForm(entry: ContentEntryView, open: (language: Language) => void) {
  const translate = useTranslate();
  const notify = useNotify();
  const { refetch } = useShowContext();
  const [base, setBase] = useState(entry);
  const [form, setForm] = useState<ContentForm>(() => formOf(entry.draft));
  const [busy, setBusy] = useState(false);
  const changes = useMemo(() => changesOf(form, base.draft), [form, base]);
  const isNewer = entry.streamVersion !== base.streamVersion || entry.state !== base.state;

  const load = useCallback((from: ContentEntryView) => {
    setBase(from);
    setForm(formOf(from.draft));
  }, []);
  useEffect(() => {
    if (isNewer && changes === undefined && !busy) load(entry);
  }, [isNewer, changes, busy, entry, load]);

  const version = { slug: base.id, expectedVersion: base.streamVersion };
  const send = async (change: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      await change();
      const { data } = (await refetch()) as { data?: ContentEntryView };
      if (data !== undefined) load(data);
      notify(translate(done), { type: 'success' });
      return true;
    } catch (error) {
      // A refusal explains what to do; it stays until it is read.
      notify((error as Error).message, { type: 'error', autoHideDuration: 12_000 });
      const language = languageOf(error);
      if (language !== undefined) open(language);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const save = async (): Promise<boolean> => {
    if (changes === undefined || busy) return false;
    const body = { ...version, kind: base.kind, ...changes };
    return send(() => api.call(saveContent, body), 'console.content.saved');
  };
  const publish = (done: string) => send(() => api.call(publishContent, version), done);
  const withdraw = () => send(() => api.call(withdrawContent, version), 'console.content.withdrawn');
  const restore = (fields: ContentFields): void => setForm(formOf(fields));
  return { base, form, setForm, changes, busy, isNewer, load: () => load(entry), save, publish, withdraw, restore };
}

/** The language that a refusal is about: its tab opens. */
function languageOf(error: unknown): Language | undefined {
  const { body } = error as { body?: { data?: { params?: { language?: unknown } } } | null };
  return languageKeys.find((key) => key === body?.data?.params?.language);
}

export type ContentFormState = ReturnType<typeof useContentForm>;

/** Ctrl+S (or Cmd+S) saves instead of storing the page as a file. */
export function useSaveKey(save: () => Promise<boolean>): void {
  const newest = useRef(save);
  newest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void newest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
