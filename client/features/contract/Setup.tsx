import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import type { TerminalProps } from './terminal';
import { useSettings } from './use-contract-form';
import styles from './Contract.module.css';

const LeverageDialog = lazy(() => import('./LeverageDialog'));
const ModeDialog = lazy(() => import('./ModeDialog'));

/** How new orders of the contract open: margin mode, leverage, position mode. */
export function Setup({ contract, view }: Pick<TerminalProps, 'contract' | 'view'>) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const settings = useSettings(contract);
  const [open, setOpen] = useState<'leverage' | 'mode' | null>(null);
  return (
    <div className={styles.setup}>
      <span title={t('setup.isolatedHint')}>{t('setup.isolated')}</span>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('leverage')}>
        <span className="hidden-visually">{t('leverage.title')} </span>
        {format.count(settings.leverage)}x
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('mode')}>
        {t(`mode.${settings.mode}`)}
      </button>
      {open !== null && (
        <Suspense fallback={null}>
          {open === 'leverage' ? (
            <LeverageDialog contract={contract} view={view} onClose={() => setOpen(null)} />
          ) : (
            <ModeDialog contract={contract} onClose={() => setOpen(null)} />
          )}
        </Suspense>
      )}
    </div>
  );
}
