import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositChannelView } from '../../../contracts/deposit.contract';
import type { Parts } from '../../lib/feature';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { ChannelChoice } from './ChannelChoice';
import { OutsideWallet, chosenOf } from './DepositScreen';
import { NewestDeposits } from './NewestDeposits';
import { OwnAddress } from './OwnAddress';
import { useChannels } from './use-deposits';
import styles from './Deposit.module.css';

/** Has the coin sent here: where to, and what has arrived. */
export default function BuyByDeposit({ coin }: Parts['buyByDeposit']) {
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
