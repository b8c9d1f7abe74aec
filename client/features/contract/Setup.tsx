import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import type { TerminalProps } from './terminal';
import { useSettings } from './use-contract-form';
import styles from './Contract.module.css';

const CalculatorDialog = lazy(() => import('./CalculatorDialog'));
const LeverageDialog = lazy(() => import('./LeverageDialog'));
const ModeDialog = lazy(() => import('./ModeDialog'));

/** How new orders of the contract open: margin mode, leverage, position mode; and what a position would come to. */
export function Setup({ contract, view, book }: Pick<TerminalProps, 'contract' | 'view' | 'book'>) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const settings = useSettings(contract);
  const [open, setOpen] = useState<'leverage' | 'mode' | 'calculator' | null>(null);
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
      <button
        type="button"
        className={styles.calculator}
        aria-haspopup="dialog"
        aria-label={t('calculator.title')}
        title={t('calculator.title')}
        data-shortcut="calculator"
        onClick={() => setOpen('calculator')}
      >
        <Icon name="calculator" size={16} />
      </button>
      <Suspense fallback={null}>
        {open === 'leverage' && <LeverageDialog contract={contract} view={view} onClose={() => setOpen(null)} />}
        {open === 'mode' && <ModeDialog contract={contract} onClose={() => setOpen(null)} />}
        {open === 'calculator' && <CalculatorDialog {...{ contract, view, book }} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  );
}
