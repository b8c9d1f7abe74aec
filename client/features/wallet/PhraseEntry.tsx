import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { FieldFrame, tiedTo } from '../../ui/fields';
import fields from '../../ui/fields.module.css';
import type { Wallet } from './wallet';
import styles from './wallet.module.css';

/** A phrase that somebody has already. The field is cleared as soon as the worker has it; nothing of it is kept. */
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
  const id = useId();
  const [phrase, setPhrase] = useState('');
  const [error, setError] = useState<string>();
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  const change = (written: string) => {
    setPhrase(written);
    setError(undefined);
    const last = /(?:^|\s)([a-z]{2,})$/i.exec(written)?.[1] ?? '';
    void wallet().ask({ type: 'suggest', prefix: last.toLowerCase() }).then(setSuggested);
  };
  const complete = (word: string) => change(`${phrase.replace(/[a-z]+$/i, word)} `);
  const use = async () => {
    const taken = await wallet().ask({ type: 'import', phrase });
    if (taken === null) return setError(t('invalid'));
    setPhrase('');
    return onDone(taken.address);
  };
  const count = phrase.match(/[a-z]+/gi)?.length ?? 0;
  const hint = t('entry.hint', { number: count });
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
          onChange={(event) => change(event.target.value)}
        />
      </FieldFrame>
      <div className={styles.suggested} aria-label={t('entry.suggested')} role="group" translate="no">
        {suggested.map((word) => (
          <button key={word} type="button" onClick={() => complete(word)}>
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
