import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { FieldFrame, tiedTo } from '../../ui/fields';
import fields from '../../ui/fields.module.css';
import type { Wallet } from './wallet';
import styles from './wallet.module.css';

/** Entry of an existing phrase. The field is cleared once the worker has it; the page keeps nothing. */
export function PhraseEntry({
  wallet,
  busy,
  onBack,
  onDone,
}: {
  wallet: () => Wallet;
  busy: boolean;
  onBack: () => void;
  onDone: (address: string) => void;
}) {
  const { t } = useTranslation('wallet');
  const { phrase, change, suggested, problem, take } = usePhrase(wallet);
  const use = async () => {
    const address = await take();
    if (address !== null) onDone(address);
  };
  return (
    <form
      className={styles.step}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void use();
      }}
    >
      <h3>{t('entry.title')}</h3>
      <PhraseField phrase={phrase} onChange={change} error={problem ? t('invalid') : undefined} />
      <div className={styles.suggested} aria-label={t('entry.suggested')} role="group" translate="no">
        {suggested.map((word) => (
          <button key={word} type="button" onClick={() => change(`${phrase.replace(/[a-z]+$/i, word)} `)}>
            {word}
          </button>
        ))}
      </div>
      <div className={styles.actions}>
        <Button kind="quiet" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('use')}
        </Button>
      </div>
    </form>
  );
}

/** What was typed, words that fit its end, and the handing over to the worker. */
function usePhrase(wallet: () => Wallet) {
  const [phrase, setPhrase] = useState('');
  const [problem, setProblem] = useState(false);
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  const change = (written: string) => {
    setPhrase(written);
    setProblem(false);
    const last = /(?:^|\s)([a-z]{2,})$/i.exec(written)?.[1] ?? '';
    void wallet().send({ type: 'suggest', prefix: last.toLowerCase() }).then(setSuggested);
  };
  const take = async (): Promise<string | null> => {
    const taken = await wallet().send({ type: 'import', phrase });
    setProblem(taken === null);
    if (taken !== null) setPhrase('');
    return taken?.address ?? null;
  };
  return { phrase, change, suggested, problem, take };
}

function PhraseField({
  phrase,
  onChange,
  error,
}: {
  phrase: string;
  onChange: (phrase: string) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('wallet');
  const id = useId();
  const hint = t('entry.hint', { number: phrase.match(/[a-z]+/gi)?.length ?? 0 });
  return (
    <FieldFrame id={id} label={t('entry.label')} hint={hint} error={error}>
      <textarea
        {...tiedTo(id, error, hint)}
        className={`${fields.input} ${styles.phrase}`}
        rows={4}
        maxLength={400}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        value={phrase}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
