import { Suspense, lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { Button } from './Button';
import styles from './confirm.module.css';

const ModalPanel = lazy(() => import('./ModalPanel'));

interface Question {
  title: string;
  body: ReactNode;
  confirmLabel: string;
  kind?: 'danger' | 'buy' | 'sell';
  /** Only one way out: the person has to press the button. */
  forced?: boolean;
}

const useQuestion = create<{ open: (Question & { answer: (yes: boolean) => void }) | null }>(() => ({ open: null }));

/** Asks in a dialog; resolves with whether the person confirmed. A question that another one replaces counts as a no. */
export function confirm(question: Question): Promise<boolean> {
  useQuestion.getState().open?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestion.setState({ open: null });
      resolve(yes);
    };
    useQuestion.setState({ open: { ...question, answer } });
  });
}

/** Mounted once by the shell. */
export function ConfirmHost() {
  const open = useQuestion((state) => state.open);
  const { t } = useTranslation('common');
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      <ModalPanel title={open.title} tone={open.kind} onClose={() => open.answer(open.forced === true)}>
        <div className={styles.body}>{open.body}</div>
        <div className={styles.actions}>
          {!open.forced && (
            <Button kind="plain" onClick={() => open.answer(false)}>
              {t('action.cancel')}
            </Button>
          )}
          <Button kind={open.kind ?? 'primary'} data-autofocus onClick={() => open.answer(true)}>
            {open.confirmLabel}
          </Button>
        </div>
      </ModalPanel>
    </Suspense>
  );
}
