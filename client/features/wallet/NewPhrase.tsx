import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { CheckField, SelectField } from '../../ui/fields';
import { PHRASE_LENGTHS, type PhraseLength } from './phrase-lengths';
import type { Wallet } from './wallet';
import styles from './wallet.module.css';

interface Made {
  words: readonly string[];
  address: string;
}

/** Makes a phrase and shows it for writing down. It cannot be copied by a click: a clipboard is read by other programs. */
export function NewPhrase({
  wallet,
  onBack,
  onDone,
}: {
  wallet: () => Wallet;
  onBack: () => void;
  onDone: (made: Made) => void;
}) {
  const { t } = useTranslation('wallet');
  const [length, setLength] = useState('12');
  const [made, setMade] = useState<Made | null>(null);
  const [written, setWritten] = useState('');
  const make = async (chosen: string) => {
    setLength(chosen);
    setWritten('');
    setMade(await wallet().send({ type: 'create', length: Number(chosen) as PhraseLength }));
  };
  return (
    <div className={styles.step}>
      <h3>{t('new.title')}</h3>
      <p className={styles.warning}>{t('new.warning')}</p>
      <SelectField
        label={t('new.length')}
        name="length"
        value={length}
        onChange={(chosen) => void make(chosen)}
        options={PHRASE_LENGTHS.map((count) => ({ value: String(count), label: t('new.words', { number: count }) }))}
      />
      {made === null ? (
        <Button kind="plain" onClick={() => void make(length)}>
          {t('new.show')}
        </Button>
      ) : (
        <>
          <ol className={styles.words} translate="no" data-testid="phrase">
            {made.words.map((word, at) => (
              <li key={at}>{word}</li>
            ))}
          </ol>
          <CheckField label={t('new.written')} name="written" value={written} onChange={setWritten} />
        </>
      )}
      <div className={styles.actions}>
        <Button kind="quiet" onClick={onBack}>
          {t('back')}
        </Button>
        <Button disabled={made === null || written === ''} onClick={() => made && onDone(made)}>
          {t('new.next')}
        </Button>
      </div>
    </div>
  );
}
