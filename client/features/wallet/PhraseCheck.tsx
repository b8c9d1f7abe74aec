import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import styles from './wallet.module.css';

/** Word by word in their order, from what was written down; the words to choose among stand in the order of the alphabet. */
export function PhraseCheck({
  words,
  busy,
  onBack,
  onDone,
}: {
  words: readonly string[];
  busy: boolean;
  onBack: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('wallet');
  const [given, setGiven] = useState<readonly number[]>([]);
  const [wrong, setWrong] = useState<string | null>(null);
  const [shown] = useState(() => words.map((word, at) => ({ word, at })).sort((a, b) => a.word.localeCompare(b.word)));
  const done = given.length === words.length;
  const choose = (word: string, at: number) => {
    // A phrase may hold a word twice: either of them is right.
    const right = word === words[given.length];
    setWrong(right ? null : word);
    if (right) setGiven([...given, at]);
  };
  return (
    <div className={styles.step}>
      <h3>{t('check.title')}</h3>
      <p>{t('check.body')}</p>
      <p role="status" className={wrong === null ? styles.quiet : styles.wrong}>
        {wrong === null
          ? done
            ? t('check.done')
            : t('check.which', { number: given.length + 1, total: words.length })
          : t('check.wrong', { word: wrong, number: given.length + 1 })}
      </p>
      <div className={styles.choices} translate="no" data-testid="phrase-check">
        {shown.map(({ word, at }) => (
          <button
            key={at}
            type="button"
            disabled={given.includes(at)}
            data-number={given.includes(at) ? given.indexOf(at) + 1 : undefined}
            onClick={() => choose(word, at)}
          >
            {word}
          </button>
        ))}
      </div>
      <div className={styles.actions}>
        <Button kind="quiet" onClick={onBack}>
          {t('back')}
        </Button>
        <Button busy={busy} disabled={!done} onClick={onDone}>
          {t('use')}
        </Button>
      </div>
    </div>
  );
}
