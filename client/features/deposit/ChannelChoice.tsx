import { useTranslation } from 'react-i18next';
import type { DepositChannelView } from '../../../contracts/deposit.contract';
import { useFormat } from '../../lib/format';
import styles from './Deposit.module.css';

interface ChoiceProps {
  channels: readonly DepositChannelView[];
  chosen: DepositChannelView;
  onChoose: (channel: DepositChannelView) => void;
}

/** The currency first, then the network that it is sent on, with what it takes there. */
export function ChannelChoice({ channels, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('deposit');
  const currencies = [...new Set(channels.map(({ currency }) => currency))];
  const offered = channels.filter(({ currency }) => currency === chosen.currency);
  const first = (currency: string) => channels.find((each) => each.currency === currency) as DepositChannelView;
  return (
    <section className={styles.card} aria-label={t('choose.title')}>
      <fieldset className={styles.choice}>
        <legend>{t('choose.currency')}</legend>
        <div className={styles.chips}>
          {currencies.map((currency) => (
            <label key={currency} className={styles.chip}>
              <input
                type="radio"
                name="currency"
                value={currency}
                checked={currency === chosen.currency}
                onChange={() => onChoose(first(currency))}
              />
              <span>{currency}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>{t('choose.network')}</legend>
        <div className={styles.networks}>
          {offered.map((channel) => (
            <Network
              key={channel.network}
              channel={channel}
              chosen={channel.network === chosen.network}
              onChoose={onChoose}
            />
          ))}
        </div>
      </fieldset>
    </section>
  );
}

function Network({
  channel,
  chosen,
  onChoose,
}: {
  channel: DepositChannelView;
  chosen: boolean;
  onChoose: ChoiceProps['onChoose'];
}) {
  const { t } = useTranslation(['deposit', 'refusal']);
  const { network, confirmations, open } = channel;
  const wait = useWait(channel);
  return (
    <label className={styles.network}>
      <input type="radio" name="network" value={network} checked={chosen} onChange={() => onChoose(channel)} />
      <span>
        <b>{network}</b>
        <small>{open ? t('choose.facts', { count: confirmations, wait }) : t('refusal:deposit.channel-closed')}</small>
      </span>
    </label>
  );
}

/** The time of its confirmations, in the largest fitting unit. */
export function useWait({ confirmations, blockSeconds }: DepositChannelView): string {
  const { tag } = useFormat();
  const seconds = confirmations * blockSeconds;
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute'];
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
