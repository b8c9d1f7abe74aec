import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { IDENTITY_LEVELS, type IdentityLevelView, type IdentityView } from '../../../contracts/identity.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { DemoNote } from './DemoNote';
import { SCREENS } from './LevelFrame';
import { C2cMax, CustodyMax } from './OrderLimits';
import { levelOf, useIdentity } from './use-identity';
import styles from './Identity.module.css';

/** `/sfyz`: the levels, what each unlocks, why we ask, and how the data is used. */
export default function IdentityScreen() {
  const { t } = useTranslation(['identity', 'common']);
  const isDemo = useSession((state) => state.session?.realm === 'demo');
  const query = useIdentity();
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.identity')}</h1>
      <p className={styles.lead}>{t('overview.lead')}</p>
      {isDemo ? (
        <DemoNote />
      ) : (
        <Loadable query={query} skeleton={<Skeleton rows={3} height={120} />}>
          {(identity) => <Levels identity={identity} />}
        </Loadable>
      )}
      <Reasons />
    </div>
  );
}

function Levels({ identity }: { identity: IdentityView }) {
  return (
    <ol className={styles.levels}>
      {IDENTITY_LEVELS.map((level, index) => (
        <LevelCard key={level} number={index + 1} view={levelOf(identity, level)} />
      ))}
    </ol>
  );
}

function LevelCard({ number, view }: { number: number; view: IdentityLevelView }) {
  const { t } = useTranslation(['identity', 'common']);
  const format = useFormat();
  const { level, state, locked } = view;
  const name = t(`common:screen.${SCREENS[level]}`);
  const at = view.decidedAt ?? view.submittedAt;
  return (
    <li className={styles.level} data-state={locked === null ? state : 'locked'}>
      <span className={styles.number} aria-hidden="true">
        {state === 'passed' ? <Icon name="check" size={18} /> : number}
      </span>
      <div className={styles.what}>
        <h2>{name}</h2>
        <p className={styles.state}>
          <StateMark view={view} />
          {at !== null && <small>{format.dateTime(at)}</small>}
        </p>
        <p>{t(`lead.${level}`)}</p>
        <p className={styles.unlocks}>{t(`unlocks.${level}`)}</p>
        {level !== 'address' && <C2cMax level={level} />}
        {level === 'advanced' && <CustodyMax />}
        {locked !== null && <p className={styles.note}>{t('locked.body')}</p>}
      </div>
      {locked === null && (
        <ButtonLink
          to={pathOf(SCREENS[level])}
          kind={state === 'under-review' || state === 'passed' ? 'plain' : 'primary'}
          aria-label={`${t(`open.${state}`)}: ${name}`}
        >
          {t(`open.${state}`)}
        </ButtonLink>
      )}
    </li>
  );
}

function StateMark({ view: { state, locked } }: { view: IdentityLevelView }) {
  const { t } = useTranslation('identity');
  const shown = locked === null ? state : 'locked';
  return (
    <span className={styles.mark} data-state={shown}>
      {t(locked === null ? `state.${state}` : 'state.locked')}
    </span>
  );
}

const WHYS: readonly [name: string, icon: IconName][] = [
  ['why', 'info'],
  ['seen', 'eye'],
  ['kept', 'lock'],
  ['erased', 'close'],
  ['simulation', 'wave'],
];

function Reasons() {
  const { t } = useTranslation(['identity', 'common']);
  return (
    <section className={styles.whys} aria-labelledby="identity-why">
      <h2 id="identity-why">{t('why.title')}</h2>
      <ul>
        {WHYS.map(([name, icon]) => (
          <li key={name}>
            <Icon name={icon} size={18} />
            <p>{t(`why.${name}`)}</p>
          </li>
        ))}
      </ul>
      <Link to="/text?id=5">{t('why.policy')}</Link>
    </section>
  );
}
