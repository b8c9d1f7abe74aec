import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromotionView } from '../../../contracts/invitation.contract';
import { useBrand } from '../../app/brand';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { Button, ButtonLink } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Icon } from '../../ui/icons';
import { Amount } from '../../ui/numbers';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Rewards } from './Rewards';
import { Rules } from './Rules';
import { usePromotion } from './use-invitation';
import styles from './Invitation.module.css';

const QrCode = lazy(() => import('../../ui/QrCode'));
const CardButton = lazy(() => import('./CardButton'));

/** `/invite`: own code, link and card, who came by them, and what their fees earned. It ranks and urges nobody. */
export default function InvitationScreen() {
  const { t } = useTranslation(['invitation', 'account']);
  const isReal = useSession((state) => state.session?.realm === 'real');
  const query = usePromotion(isReal);
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      {isReal ? (
        <Loadable query={query} skeleton={<Skeleton rows={6} height={40} />}>
          {(promotion) => <Promotion promotion={promotion} />}
        </Loadable>
      ) : (
        <Empty text={t('realOnly')}>
          <ButtonLink to="/register" kind="plain">
            {t('account:password.register')}
          </ButtonLink>
        </Empty>
      )}
    </div>
  );
}

function Promotion({ promotion }: { promotion: PromotionView }) {
  const { t } = useTranslation('invitation');
  return (
    <>
      <p className={styles.note} data-testid="invitation-warning">
        <Icon name="info" size={16} />
        {t('warning')}
      </p>
      <Own promotion={promotion} />
      <Levels promotion={promotion} />
      <Rules terms={promotion.terms} />
      <Rewards />
    </>
  );
}

function Own({ promotion }: { promotion: PromotionView }) {
  const { t } = useTranslation('invitation');
  const { name } = useBrand();
  const link = new URL(promotion.link, location.origin).href;
  const share = () => navigator.share({ title: name, url: link }).catch(() => undefined);
  return (
    <section className={styles.card} aria-label={t('link')}>
      <div className={styles.qr}>
        <Suspense fallback={<Skeleton rows={1} height={176} />}>
          <QrCode text={link} label={t('qr')} />
        </Suspense>
      </div>
      <div className={styles.side}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('code')}</dt>
            <dd>
              <CopyText value={promotion.code} label={t('code')}>
                <code data-testid="invitation-code">{promotion.code}</code>
              </CopyText>
            </dd>
          </div>
          <div>
            <dt>{t('link')}</dt>
            <dd>
              <CopyText value={link} label={t('link')}>
                <span className={styles.link}>{link}</span>
              </CopyText>
            </dd>
          </div>
        </dl>
        <div className={styles.actions}>
          <Suspense fallback={null}>
            <CardButton link={link} code={promotion.code} />
          </Suspense>
          {'share' in navigator && (
            <Button kind="plain" onClick={() => void share()}>
              {t('share')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function Levels({ promotion }: { promotion: PromotionView }) {
  const { t } = useTranslation('invitation');
  const format = useFormat();
  return (
    <section className={styles.levels} aria-labelledby="levels">
      <h2 id="levels">{t('levels')}</h2>
      <p className={styles.lead}>{t('levelsLead')}</p>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('levels')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('level')}</th>
              <th scope="col">{t('rate')}</th>
              <th scope="col">{t('people')}</th>
              <th scope="col">{t('profit')}</th>
              <th scope="col">{t('held')}</th>
            </tr>
          </thead>
          <tbody>
            {promotion.levels.map(({ level, count, share, profit, held }) => (
              <tr key={level}>
                <th scope="row">{format.count(level)}</th>
                <td>{format.share(share)}</td>
                <td data-testid={`level-${level}`}>{format.count(count)}</td>
                <td data-testid={`profit-${level}`}>
                  <Amount value={profit} decimals={4} />
                </td>
                <td>
                  <Amount value={held} decimals={4} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
