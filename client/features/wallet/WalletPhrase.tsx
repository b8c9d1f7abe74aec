import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { NewPhrase } from './NewPhrase';
import { PhraseCheck } from './PhraseCheck';
import { PhraseEntry } from './PhraseEntry';
import type { ReadyWallet } from './sign-in';
import { Wallet } from './wallet';
import styles from './wallet.module.css';

type Stage =
  | { name: 'choose' }
  | { name: 'import' }
  | { name: 'new' }
  | { name: 'check'; words: readonly string[]; address: string };

/** Sets up a wallet for signing: by a new phrase that was written down, or by an existing one. */
export function WalletPhrase({ onReady, busy }: { onReady: (ready: ReadyWallet) => void; busy: boolean }) {
  const { t } = useTranslation('wallet');
  const [stage, setStage] = useState<Stage>({ name: 'choose' });
  const wallet = useWallet();
  const back = () => setStage({ name: 'choose' });
  const ready = (address: string) => onReady({ wallet: wallet(), address });
  switch (stage.name) {
    case 'choose':
      return (
        <div className={styles.choose}>
          <p>{t('intro')}</p>
          <Button wide onClick={() => setStage({ name: 'import' })}>
            {t('import')}
          </Button>
          <Button wide kind="plain" onClick={() => setStage({ name: 'new' })}>
            {t('create')}
          </Button>
          <p className={styles.quiet}>{t('introStays')}</p>
        </div>
      );
    case 'import':
      return <PhraseEntry wallet={wallet} busy={busy} onBack={back} onDone={ready} />;
    case 'new':
      return <NewPhrase wallet={wallet} onBack={back} onDone={(made) => setStage({ name: 'check', ...made })} />;
    case 'check':
      return (
        <PhraseCheck
          words={stage.words}
          busy={busy}
          onBack={() => setStage({ name: 'new' })}
          onDone={() => ready(stage.address)}
        />
      );
  }
}

/** One wallet for the life of the screen; phrase and key are forgotten when it is left. */
function useWallet(): () => Wallet {
  const kept = useRef<Wallet | null>(null);
  useEffect(
    () => () => {
      kept.current?.forget();
      kept.current = null;
    },
    [],
  );
  return () => (kept.current ??= new Wallet());
}
