import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionDetail as Detail, OptionProof } from '../../../contracts/option.contract';
import { useFormat } from '../../lib/format';
import { serverNow } from '../../lib/server-clock';
import { FactList } from '../../ui/FactList';
import ModalPanel from '../../ui/ModalPanel';
import { Amount } from '../../ui/numbers';
import { Loadable, Skeleton } from '../../ui/states';
import { WhyButton } from '../policy/WhyButton';
import { chanceIn } from './option-form';
import { OptionName } from './OptionName';
import { OptionStatus } from './OptionStatus';
import { useOption } from './use-options';
import styles from './Option.module.css';

const BEAT_MS = 250;
const SECOND_MS = 1000;

/** One option: what was agreed, how it ended, and all that anyone needs to compute it again. */
export default function OptionDetail({ optionId, onClose }: { optionId: string; onClose: () => void }) {
  const { t } = useTranslation('option');
  const query = useOption(optionId);
  return (
    <ModalPanel title={t('detail.title')} onClose={onClose} size={620} tall>
      <Loadable query={query} skeleton={<Skeleton rows={10} height={22} />}>
        {(view) => (
          <div className={styles.detail} data-testid="option-detail">
            <Facts view={view} />
            <h3>{t('detail.proof')}</h3>
            <p className={styles.note}>{t('detail.how')}</p>
            <Proof proof={view.proof} />
          </div>
        )}
      </Loadable>
    </ModalPanel>
  );
}

function Facts({ view: { option, proof } }: { view: Detail }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const usdt = (text: string, signed = false) => <Amount value={text} decimals={8} signed={signed} />;
  const at = (instant: number | null) => (instant === null ? '–' : format.dateTime(instant));
  const price = (text: string | null) => (text === null ? '–' : format.amount(text, 12, 2));
  const rows: (readonly [string, ReactNode])[] = [
    [t('column.option'), <OptionName key="name" option={option} />],
    [t('column.status'), <OptionStatus key="status" option={option} />],
    [t('column.stake'), usdt(option.stake)],
    [
      t('detail.payout'),
      <>
        {format.share(option.payoutRate, 2)}{' '}
        <WhyButton policy={proof.policy} version={proof.version} inputs={{ edge: option.fee }} />
      </>,
    ],
    [t('detail.chances'), ['rise', 'fall', 'equal'].map((end) => shareOf(end)).join(' · ')],
    [t('column.fee'), usdt(option.fee)],
    [t('detail.boughtAt'), at(option.boughtAt)],
    [t('column.entry'), `${price(option.entryPrice)} · ${at(option.entersAt)}`],
    [t('column.settlement'), `${price(option.settlementPrice)} · ${at(option.settlesAt)}`],
    [t('own.returned'), option.returned === null ? '–' : usdt(option.returned)],
    [t('column.profit'), option.profit === null ? '–' : usdt(option.profit, true)],
  ];
  return <FactList className={styles.facts} rows={rows} />;

  function shareOf(end: string): string {
    const chance = option.chances[end as keyof typeof option.chances];
    return `${t(`chance.${end}`)} ${chanceIn(format.share, chance)}`;
  }
}

/** Delay, entry, and the sum that the settlement is the average of. */
function Proof({ proof }: { proof: OptionProof }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const beat = (of: number | null) => (of === null ? '–' : format.dateTime(of * BEAT_MS));
  const isRevealed = proof.revealedAt <= serverNow();
  const rows: (readonly [string, ReactNode])[] = [
    [
      t('proof.delay'),
      proof.delayBeats === null
        ? '–'
        : t('proof.seconds', { seconds: format.amount(`${(proof.delayBeats * BEAT_MS) / SECOND_MS}`, 2) }),
    ],
    [
      t('proof.epoch'),
      `${format.count(proof.epoch)} · ${t(isRevealed ? 'proof.revealed' : 'proof.reveals', { at: format.dateTime(proof.revealedAt) })}`,
    ],
    [t('proof.entry'), `${beat(proof.entryBeat)} · ${proof.entrySteps ?? '–'}`],
    [t('proof.average'), `${beat(proof.firstBeat)} – ${beat(proof.lastBeat)}`],
    [t('proof.prices'), format.count(proof.beats)],
    [t('proof.sum'), proof.sumSteps ?? '–'],
    [t('proof.variance'), proof.variance],
    [t('proof.position'), [proof.position, proof.settledPosition ?? '–'].join(' · ')],
  ];
  return (
    <>
      <FactList className={styles.facts} rows={rows} />
      {proof.prices.length > 0 && (
        <details className={styles.prices}>
          <summary>{t('proof.all')}</summary>
          <ol>
            {proof.prices.map(({ beat: at, price }) => (
              <li key={at}>
                <time>{format.time(at * BEAT_MS)}</time> {price}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
