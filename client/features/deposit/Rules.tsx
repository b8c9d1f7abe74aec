import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DepositChannelView } from '../../../contracts/deposit.contract';
import type { WithdrawalRules } from '../../../contracts/withdrawal.contract';
import { pathOf } from '../../app/routes';
import { useFormat, type Formatter } from '../../lib/format';
import { usePublishedPolicy } from '../../lib/published-policy';
import { WhyButton } from '../policy/WhyButton';
import { useWait } from './ChannelChoice';
import styles from './Deposit.module.css';

/** What applies to what is sent, and to taking it out again: read before anything is sent. */
export function Rules({ channel, version }: { channel: DepositChannelView; version: number }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const { currency, minimum, confirmations } = channel;
  const wait = useWait(channel);
  const least = `${format.amount(minimum, 18)} ${currency}`;
  return (
    <section className={styles.card} aria-labelledby="deposit-rules">
      <div className={styles.head}>
        <h2 id="deposit-rules">{t('rules.title')}</h2>
        <WhyButton policy="deposit.rules" version={version} inputs={{ minimum }} />
      </div>
      <ul className={styles.rules}>
        <li>{t('rules.minimum', { minimum: least })}</li>
        <li>{t('rules.confirmations', { count: confirmations, wait })}</li>
        <li>{t('rules.real')}</li>
        <Withdrawing />
      </ul>
    </section>
  );
}

/** The rules of withdrawals in one line, as they are published now. */
function Withdrawing() {
  const { t } = useTranslation(['deposit', 'withdrawal']);
  const format = useFormat();
  const query = usePublishedPolicy('withdrawal.rules');
  const parts = query.data === undefined ? [] : partsOf(query.data.values as unknown as WithdrawalRules, t, format);
  return (
    <li>
      <b>{t('rules.withdrawal')}</b> {parts.length > 0 && `${parts.join(' · ')}. `}
      <Link to={pathOf('withdrawal')}>{t('rules.withdrawalLink')}</Link>
    </li>
  );
}

type Say = (key: string, values: Record<string, string | number>) => string;

/** In the words of the withdrawal screen, which says the same at length. */
function partsOf(rules: WithdrawalRules, t: Say, format: Formatter): string[] {
  const {
    feeRate,
    perDay,
    min,
    max,
    chains,
    windowFrom: from,
    windowTo: to,
    timeZone,
    turnover,
    turnoverShare,
  } = rules;
  const networks = chains.split(',').map((chain) => {
    const [currency = '', network = ''] = chain.split(':');
    return t('rules.network', { currency, network });
  });
  const zone = timeZone.replace(/_/g, ' ');
  const amounts = { min: format.amount(min, 2), max: format.amount(max, 2) };
  const share = { percent: format.share(turnoverShare) };
  return [
    t('rules.fee', { percent: format.share(feeRate) }),
    t('rules.perDay', { count: perDay }),
    t('withdrawal:rules.amounts', amounts),
    ...networks,
    t(from === to ? 'withdrawal:rules.windowAlways' : 'withdrawal:rules.window', { from, to, zone }),
    ...(turnover === 'off' ? [] : [t(`withdrawal:rules.turnover.${turnover}`, share)]),
  ];
}
