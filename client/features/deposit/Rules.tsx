import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DepositChannelView } from '../../../contracts/deposit.contract';
import { pathOf } from '../../app/routes';
import { calls } from '../../lib/calls';
import { useFormat } from '../../lib/format';
import { keys } from '../../lib/query';
import { useRuleTexts } from '../policy/rule-texts';
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
  const { t } = useTranslation('deposit');
  const texts = useRuleTexts();
  const query = useQuery({
    queryKey: keys.publishedPolicy('withdrawal.rules'),
    queryFn: () => calls.publishedPolicy('withdrawal.rules'),
  });
  const sentence = query.data && texts.sentence('withdrawal.rules', query.data.values);
  return (
    <li>
      <b>{t('rules.withdrawal')}</b> {sentence} <Link to={pathOf('withdrawal')}>{t('rules.withdrawalLink')}</Link>
    </li>
  );
}
