import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositAddressView, DepositChannelView } from '../../../contracts/deposit.contract';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import { Loadable, Skeleton } from '../../ui/states';
import { Remark } from '../security/SecurityPage';
import { useDepositAddress } from './use-deposits';
import styles from './Deposit.module.css';

const QrCode = lazy(() => import('../../ui/QrCode'));

/** The own address, to be read by a camera or copied, and what may be sent to it. */
export function OwnAddress({ channel }: { channel: DepositChannelView }) {
  const { t } = useTranslation('deposit');
  const { network, currency } = channel;
  const query = useDepositAddress(network, currency);
  return (
    <section className={styles.card} aria-labelledby="deposit-address">
      <h2 id="deposit-address">{t('address.title', { currency, network })}</h2>
      <Loadable query={query} skeleton={<Skeleton rows={1} height={176} />}>
        {(address) => <Shown address={address} channel={channel} />}
      </Loadable>
    </section>
  );
}

function Shown({
  address: { address, tag, network, currencies },
  channel,
}: {
  address: DepositAddressView;
  channel: DepositChannelView;
}) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const list = new Intl.ListFormat(format.tag, { type: 'disjunction' }).format(currencies);
  return (
    <>
      <div className={styles.address}>
        <span className={styles.qr}>
          <Suspense fallback={<Skeleton rows={1} height={176} />}>
            <QrCode text={address} label={t('address.qr', { network })} />
          </Suspense>
        </span>
        <div className={styles.lines}>
          <div>
            <small>{t('address.label')}</small>
            <CopyText value={address} label={t('address.label')}>
              <code className={styles.whole} data-testid="deposit-address">
                {address}
              </code>
            </CopyText>
          </div>
          {tag !== null && (
            <div>
              <small>{t('address.tag')}</small>
              <CopyText value={tag} label={t('address.tag')}>
                <code className={styles.whole} data-testid="deposit-tag">
                  {tag}
                </code>
              </CopyText>
            </div>
          )}
          <dl className={styles.facts}>
            <div>
              <dt>{t('fact.minimum')}</dt>
              <dd>
                {format.amount(channel.minimum, 18)} {channel.currency}
              </dd>
            </div>
            <div>
              <dt>{t('fact.confirmations')}</dt>
              <dd>{format.count(channel.confirmations)}</dd>
            </div>
          </dl>
        </div>
      </div>
      {tag !== null && <Remark kind="warning">{t('address.tagWarning')}</Remark>}
      <Remark kind="warning">{t('address.only', { currencies: list, network })}</Remark>
    </>
  );
}
