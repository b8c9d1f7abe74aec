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

const useQuestion = create<{ asked: (Question & { answer: (yes: boolean) => void }) | null }>(() => ({ asked: null }));

/** Asks in a dialog; resolves with whether the person confirmed. A question that another one replaces counts as a no. */
export function confirm(question: Question): Promise<boolean> {
  useQuestion.getState().asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestion.setState({ asked: null });
      resolve(yes);
    };
    useQuestion.setState({ asked: { ...question, answer } });
  });
}

/** Mounted once by the shell. */
export function ConfirmHost() {
  const asked = useQuestion((state) => state.asked);
  const { t } = useTranslation('common');
  if (asked === null) return null;
  return (
    <Suspense fallback={null}>
      <ModalPanel title={asked.title} tone={asked.kind} onClose={() => asked.answer(asked.forced === true)}>
        <div className={styles.body}>{asked.body}</div>
        <div className={styles.actions}>
          {!asked.forced && (
            <Button kind="plain" onClick={() => asked.answer(false)}>
              {t('action.cancel')}
            </Button>
          )}
          <Button kind={asked.kind ?? 'primary'} data-autofocus onClick={() => asked.answer(true)}>
            {asked.confirmLabel}
          </Button>
        </div>
      </ModalPanel>
    </Suspense>
  );
}
