import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import { Loadable, Skeleton } from '../../ui/states';
import { Row } from './TransactionPage';
import { TransferList } from './TransferList';
import { useChainAddress } from './use-chain';
import styles from './Chain.module.css';

/** What an address holds and its transfers. Whose it is, the networks do not know. */
export function AddressPage({ network, address }: { network: string; address: string }) {
  const { t } = useTranslation('chain');
  const format = useFormat();
  const query = useChainAddress(network, address);
  return (
    <Loadable query={query} skeleton={<Skeleton rows={8} height={32} />}>
      {({ address: written, balances, transfers }) => (
        <section className={styles.card} aria-labelledby="address">
          <h2 id="address">{t('address.title')}</h2>
          <p>
            <CopyText value={written} label={t('address.title')}>
              <code className={styles.whole}>{written}</code>
            </CopyText>
          </p>
          <p className={styles.quiet}>{t('address.nobody')}</p>
          <dl className={styles.rows}>
            {balances.map(({ asset, amount }) => (
              <Row key={asset} label={t('address.holds', { asset })}>
                <b>{format.amount(amount, 18)}</b>
              </Row>
            ))}
          </dl>
          <h3>{t('address.transfers')}</h3>
          <TransferList transfers={transfers} of={written} />
        </section>
      )}
    </Loadable>
  );
}
