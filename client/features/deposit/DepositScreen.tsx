import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { DepositChannelView } from '../../../contracts/deposit.contract';
import { pathOf } from '../../app/routes';
import { ButtonLink } from '../../ui/Button';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { FaucetPanel } from '../chain/FaucetPanel';
import { ChannelChoice } from './ChannelChoice';
import { NewestDeposits } from './NewestDeposits';
import { OwnAddress } from './OwnAddress';
import { ProofForm } from './ProofForm';
import { RealOnly } from './RealOnly';
import { Rules } from './Rules';
import { refreshDeposits, useChannels, useDepositAddress, useIsDemo } from './use-deposits';
import styles from './Deposit.module.css';

/** `/authenticationrj`: what to send where, what has arrived, and what to do when it does not. `?currency=` and `?network=` choose. */
export default function DepositScreen() {
  const { t } = useTranslation(['deposit', 'common']);
  const demo = useIsDemo();
  const query = useChannels();
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('common:screen.deposit')}</h1>
        {!demo && (
          <ButtonLink kind="plain" size="s" to={pathOf('depositRecords')}>
            {t('common:screen.depositRecords')}
          </ButtonLink>
        )}
      </div>
      <p className={styles.lead}>{t('lead')}</p>
      {demo ? (
        <RealOnly />
      ) : (
        <Loadable
          query={query}
          skeleton={<Skeleton rows={3} height={160} />}
          isEmpty={({ channels }) => channels.length === 0}
          empty={<Empty text={t('choose.none')} />}
        >
          {({ channels, version }) => <Desk channels={channels} version={version} />}
        </Loadable>
      )}
    </div>
  );
}

function Desk({ channels, version }: { channels: DepositChannelView[]; version: number }) {
  const [search, setSearch] = useSearchParams();
  const chosen = chosenOf(channels, search.get('currency'), search.get('network'));
  const choose = ({ currency, network }: DepositChannelView) => setSearch({ currency, network }, { replace: true });
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <ChannelChoice channels={channels} chosen={chosen} onChoose={choose} />
        {chosen.open && <OwnAddress key={`${chosen.network}/${chosen.currency}`} channel={chosen} />}
        <Rules channel={chosen} version={version} />
      </div>
      <div className={styles.column}>
        <NewestDeposits />
        {chosen.open && <OutsideWallet channel={chosen} />}
        {chosen.open && <ProofForm key={chosen.currency} channel={chosen} />}
      </div>
    </div>
  );
}

/** Simulates the paying wallet, and is labelled so. */
export function OutsideWallet({ channel: { network, currency } }: { channel: DepositChannelView }) {
  const { data } = useDepositAddress(network, currency);
  if (data === undefined) return null;
  const { address, tag } = data;
  return <FaucetPanel {...{ network, address, tag }} asset={currency} onSent={() => void refreshDeposits()} />;
}

/** The currency in the address; else USDT on the fastest network. */
export function chosenOf(
  channels: DepositChannelView[],
  currency: string | null,
  network: string | null,
): DepositChannelView {
  const of = (wanted: string | null) => channels.filter((channel) => channel.currency === wanted);
  const offered = of(currency).length > 0 ? of(currency) : of('USDT').length > 0 ? of('USDT') : channels;
  const quick = [...offered].sort((a, b) => Number(b.open) - Number(a.open) || waitOf(a) - waitOf(b));
  return (offered.find((channel) => channel.network === network) ?? quick[0]) as DepositChannelView;
}

const waitOf = ({ confirmations, blockSeconds }: DepositChannelView): number => confirmations * blockSeconds;
