import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../../app/brand';
import { save } from '../../lib/download';
import { Button } from '../../ui/Button';
import { useCopy } from '../../ui/CopyText';
import { CheckField } from '../../ui/fields';
import { Remark } from './SecurityPage';
import styles from './Security.module.css';

/** Recovery codes, this once: to copy, to keep as a file, and to leave only after saying that they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('security');
  const { name } = useBrand();
  const [kept, setKept] = useState('');
  const [copied, copy] = useCopy();
  const text = codes.join('\n');
  return (
    <div className={styles.stack}>
      <h2>{t('codes.title')}</h2>
      <Remark kind="warning">{t('codes.once')}</Remark>
      <ol className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button kind="plain" onClick={() => void copy(text)}>
          {t(copied ? 'codes.copied' : 'codes.copy')}
        </Button>
        <Button
          kind="plain"
          onClick={() =>
            save(new Blob([`${text}\n`], { type: 'text/plain' }), `${name.toLowerCase()}-recovery-codes.txt`)
          }
        >
          {t('codes.save')}
        </Button>
      </div>
      <CheckField label={t('codes.kept')} name="kept" value={kept} onChange={setKept} />
      <div className={styles.actions}>
        <Button disabled={kept === ''} onClick={onKept}>
          {t('codes.done')}
        </Button>
      </div>
    </div>
  );
}
