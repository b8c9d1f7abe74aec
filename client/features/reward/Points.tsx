import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangePoints } from '../../../contracts/reward.calls';
import type { RewardsView } from '../../../contracts/reward.contract';
import { pathOf } from '../../app/routes';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useOnce } from '../../lib/use-once';
import { Button, ButtonLink } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { FactList } from '../../ui/FactList';
import { WhyButton } from '../policy/WhyButton';
import { useSend } from './use-reward';
import styles from './Reward.module.css';

interface Props {
  rewards: RewardsView;
}

/** What the points are worth, with every condition beside the button, and what stands against it. */
export function Points({ rewards }: Props) {
  const { t } = useTranslation('reward');
  const format = useFormat();
  const once = useOnce();
  const [busy, send] = useSend();
  const { points, rules, verified } = rewards;
  const missing = rules.feeVoucherPoints - points;
  const exchange = async () => {
    const body = createElement(Terms, { rewards });
    if (!(await confirm({ title: t('points.title'), body, confirmLabel: t('points.exchange') }))) return;
    const rulesVersion = `${rules.version}`;
    await send(() =>
      once(`exchange ${points} ${rulesVersion}`, (requestToken) =>
        api.call(exchangePoints, { rulesVersion, requestToken }),
      ),
    );
  };
  return (
    <section className={styles.card} aria-labelledby="reward-points">
      <h2 id="reward-points">{t('points.title')}</h2>
      <p className={styles.big} data-testid="reward-points">
        {format.count(points)}
      </p>
      <Terms rewards={rewards} />
      {missing > 0 && <p className={styles.note}>{t('points.missing', { count: missing })}</p>}
      {missing <= 0 && !verified && (
        <div className={styles.blocked}>
          <p className={styles.note}>{t('points.verify')}</p>
          <ButtonLink kind="plain" size="s" to={pathOf('identity')}>
            {t('points.verifyNow')}
          </ButtonLink>
        </div>
      )}
      {missing <= 0 && verified && (
        <div>
          <Button busy={busy} onClick={() => void exchange()}>
            {t('points.exchange')}
          </Button>
        </div>
      )}
      <div>
        <WhyButton policy="reward.rules" version={rules.version} inputs={{}} />
      </div>
    </section>
  );
}

function Terms({ rewards: { rules } }: Props) {
  const { t } = useTranslation('reward');
  const format = useFormat();
  return (
    <div className={styles.terms}>
      <FactList
        className={styles.facts}
        rows={[
          [t('terms.price'), t('terms.points', { count: rules.feeVoucherPoints })],
          [t('terms.worth'), `${format.amount(rules.feeVoucherUsdt, 2)} USDT`],
          [t('terms.share'), format.share(rules.feeShare)],
          [t('terms.life'), t('terms.days', { count: rules.feeVoucherDays })],
        ]}
      />
      <p className={styles.note}>{t('terms.when')}</p>
      <p className={styles.note}>{t('terms.notMoney')}</p>
    </div>
  );
}
