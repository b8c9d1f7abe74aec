import { useTranslation } from 'react-i18next';
import type { SessionView } from '../../../contracts/account.contract';
import { regenerate } from '../../app/shell/session-keepalive';
import { useFormat } from '../../lib/format';
import { toast } from '../../lib/toasts';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { useIdentity } from '../identity/use-identity';
import { LEVEL_SCREENS } from './user-centre';
import styles from './UserCentre.module.css';

/** Who is logged in, in which realm, and how long a demo account still lives. */
export function IdentityCard({ session }: { session: SessionView }) {
  const { t } = useTranslation(['account', 'common']);
  return (
    <section className={styles.identity} aria-label={t('centre.identity')}>
      <span className={styles.avatar} aria-hidden="true">
        {[...session.name][0]?.toUpperCase()}
      </span>
      <div className={styles.who}>
        <h1>{session.name}</h1>
        <p className={styles.tags}>
          <span className={styles.realm} data-realm={session.realm}>
            {t(`common:realm.${session.realm}`)}
          </span>
          <PassedLevels />
          <UserId id={session.userId} />
        </p>
      </div>
      {session.demo && <DemoLife demo={session.demo} />}
    </section>
  );
}

/** The levels of verification that a reviewer has passed. */
function PassedLevels() {
  const { t } = useTranslation('common');
  const { data } = useIdentity();
  const passed = data?.levels.filter(({ state }) => state === 'passed') ?? [];
  return passed.map(({ level }) => (
    <span key={level} className={styles.level}>
      <Icon name="check" size={12} />
      {t(`screen.${LEVEL_SCREENS[level]}`)}
    </span>
  ));
}

/** The id for support and audits, with a copy button. */
export function UserId({ id }: { id: string }) {
  const { t } = useTranslation(['account', 'common']);
  const copy = () =>
    // Without https the browser gives the page no clipboard.
    (navigator.clipboard?.writeText(id) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast('success', t('common:action.copied')),
      () => toast('warning', t('centre.copyFailed')),
    );
  return (
    <span className={styles.id}>
      <span className="hidden-visually">{t('profile.userId')}</span>
      <code>{id}</code>
      <button type="button" aria-label={`${t('common:action.copy')}: ${id}`} onClick={() => void copy()}>
        <Icon name="copy" size={15} />
      </button>
    </span>
  );
}

function DemoLife({ demo }: { demo: NonNullable<SessionView['demo']> }) {
  const { t } = useTranslation(['account', 'common']);
  const format = useFormat();
  return (
    <div className={styles.life} data-expired={demo.expired || undefined}>
      <p>
        <strong>
          {demo.expired ? t('common:demo.expired') : t('centre.until', { date: format.day(demo.expiresAt) })}
        </strong>
        <span>{t('centre.life', { number: demo.generation })}</span>
      </p>
      <Button kind={demo.expired ? 'primary' : 'plain'} size="s" onClick={() => void regenerate()}>
        {t('common:demo.regenerate')}
      </Button>
    </div>
  );
}
