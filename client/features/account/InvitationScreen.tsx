import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { getMyPromotion } from '../../../contracts/invitation.calls';
import { api } from '../../lib/api';
import type { PromotionView } from '../../../contracts/invitation.contract';
import { useBrand } from '../../app/brand';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { Button, ButtonLink } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { accountKeys } from './account.feature';
import styles from './Invitation.module.css';

const QrCode = lazy(() => import('../../ui/QrCode'));

/** `/invite`: own code and link, and who came by them. It promises nothing that is not paid yet. */
export default function InvitationScreen() {
  const { t } = useTranslation('account');
  const isReal = useSession((state) => state.session?.realm === 'real');
  const query = useQuery({
    queryKey: accountKeys.promotion(),
    queryFn: () => api.call(getMyPromotion),
    enabled: isReal,
  });
  return (
    <div className={styles.page}>
      <h1>{t('invite.title')}</h1>
      <p className={styles.lead}>{t('invite.lead')}</p>
      {isReal ? (
        <Loadable query={query} skeleton={<Skeleton rows={6} height={40} />}>
          {(promotion) => <Promotion promotion={promotion} />}
        </Loadable>
      ) : (
        <Empty text={t('invite.realOnly')}>
          <ButtonLink to="/register" kind="plain">
            {t('password.register')}
          </ButtonLink>
        </Empty>
      )}
    </div>
  );
}

function Promotion({ promotion }: { promotion: PromotionView }) {
  const { t } = useTranslation('account');
  const { name } = useBrand();
  const link = new URL(promotion.link, location.origin).href;
  const share = () => navigator.share({ title: name, url: link }).catch(() => undefined);
  return (
    <>
      <section className={styles.card} aria-label={t('invite.link')}>
        <div className={styles.qr}>
          <Suspense fallback={<Skeleton rows={1} height={176} />}>
            <QrCode text={link} label={t('invite.qr')} />
          </Suspense>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>{t('invite.code')}</dt>
            <dd>
              <CopyText value={promotion.code} label={t('invite.code')}>
                <code data-testid="invitation-code">{promotion.code}</code>
              </CopyText>
            </dd>
          </div>
          <div>
            <dt>{t('invite.link')}</dt>
            <dd>
              <CopyText value={link} label={t('invite.link')}>
                <span className={styles.link}>{link}</span>
              </CopyText>
            </dd>
          </div>
        </dl>
        {'share' in navigator && (
          <Button kind="plain" onClick={() => void share()}>
            {t('invite.share')}
          </Button>
        )}
      </section>
      <Levels promotion={promotion} />
    </>
  );
}

function Levels({ promotion }: { promotion: PromotionView }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (
    <section className={styles.levels} aria-labelledby="levels">
      <h2 id="levels">{t('invite.levels')}</h2>
      <p className={styles.lead}>{t('invite.levelsLead')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('invite.level')}</th>
            <th scope="col">{t('invite.people')}</th>
            <th scope="col">{t('invite.profit')}</th>
          </tr>
        </thead>
        <tbody>
          {promotion.levels.map(({ level, count, profit }) => (
            <tr key={level}>
              <th scope="row">{format.count(level)}</th>
              <td data-testid={`level-${level}`}>{format.count(count)}</td>
              <td>{format.amount(profit, 2)} USDT</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!promotion.rewardsPaid && (
        <p className={styles.note}>
          <Icon name="info" size={16} />
          {t('invite.noRewards')}
        </p>
      )}
    </section>
  );
}
