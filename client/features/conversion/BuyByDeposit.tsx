import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositChannelView } from '../../../contracts/deposit.contract';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { ChannelChoice } from '../deposit/ChannelChoice';
import { OutsideWallet, chosenOf } from '../deposit/DepositScreen';
import { NewestDeposits } from '../deposit/NewestDeposits';
import { OwnAddress } from '../deposit/OwnAddress';
import { useChannels } from '../deposit/use-deposits';
import styles from '../deposit/Deposit.module.css';

/** Has the coin sent here: where to, and what has arrived. */
export default function BuyByDeposit({ coin }: { coin: string }) {
  const { t } = useTranslation('deposit');
  const [wanted, want] = useState<DepositChannelView>();
  return (
    <Loadable
      query={useChannels()}
      skeleton={<Skeleton rows={3} height={160} />}
      isEmpty={({ channels }) => channels.length === 0}
      empty={<Empty text={t('choose.none')} />}
    >
      {({ channels }) => {
        const chosen = chosenOf(channels, wanted?.currency ?? coin, wanted?.network ?? null);
        return (
          <div className={styles.column}>
            <ChannelChoice channels={channels} chosen={chosen} onChoose={want} />
            {chosen.open && <OwnAddress key={`${chosen.network}/${chosen.currency}`} channel={chosen} />}
            <NewestDeposits />
            {chosen.open && <OutsideWallet channel={chosen} />}
          </div>
        );
      }}
    </Loadable>
  );
}
