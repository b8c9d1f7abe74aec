import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PositionView } from '../../../contracts/contract.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import ModalPanel from '../../ui/ModalPanel';
import order from '../../orders/OrderForm.module.css';
import contract from './Contract.module.css';
import styles from './Deleveraging.module.css';

const LEVELS = [1, 2, 3, 4, 5] as const;

/** The place of a position in the queue of deleveraging as five lights; a click explains them. */
export function Deleveraging({ position }: { position: PositionView }) {
  const { t } = useTranslation('contract');
  const [open, setOpen] = useState(false);
  const { symbol, side, deleveraging: level } = position;
  if (level === null) return null;
  const which = { symbol, side: t(`side.${side}`), level };
  return (
    <>
      <button
        type="button"
        className={styles.lights}
        aria-label={t('adl.of', which)}
        data-level={level}
        onClick={() => setOpen(true)}
      >
        {t('adl.short')}
        <span aria-hidden="true">
          {LEVELS.map((each) => (
            <i key={each} data-on={each <= level} />
          ))}
        </span>
      </button>
      {open && <Explained position={position} level={level} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ExplainedProps {
  position: PositionView;
  level: number;
  onClose: () => void;
}

function Explained({ position: { symbol, deleveragingQueue: queue }, level, onClose }: ExplainedProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const ofFive = t('adl.placeOf', { place: format.count(level), length: format.count(LEVELS.length) });
  const place =
    queue === null
      ? t('adl.few')
      : t('adl.placeOf', { place: format.count(queue.place), length: format.count(queue.length) });
  return (
    <ModalPanel title={`${t('adl.title')} · ${symbol}`} onClose={onClose}>
      <FactList
        className={order.summary}
        rows={[
          [t('adl.lights'), ofFive],
          [t('adl.place'), place],
        ]}
      />
      <ul className={styles.rules}>
        <li>{t('adl.when')}</li>
        <li>{t('adl.first')}</li>
        <li>{t('adl.then')}</li>
        <li>{t('adl.score')}</li>
        <li>{t('adl.lower')}</li>
      </ul>
      <Link className={contract.link} to="/helpDetail?slug=how-contracts-work">
        {t('fund.how')}
      </Link>
    </ModalPanel>
  );
}
