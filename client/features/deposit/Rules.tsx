import { useTranslation } from 'react-i18next';
import type { DepositChannelView } from '../../../contracts/deposit.contract';
import { Part } from '../../app/Part';
import { useFormat } from '../../lib/format';
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
        <Part name="withdrawalRules" given={{}} />
      </ul>
    </section>
  );
}
