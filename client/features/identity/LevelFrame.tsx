import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withdrawIdentity } from '../../../contracts/identity.calls';
import { api } from '../../lib/api';
import type {
  IdentityFormView,
  IdentityLevel,
  IdentityLevelView,
  IdentityView,
} from '../../../contracts/identity.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { serverNow } from '../../lib/server-clock';
import { useSession } from '../../lib/session';
import { Button, ButtonLink } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { Icon, type IconName } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { DemoNote } from './DemoNote';
import { SentFacts } from './SentFacts';
import { levelOf, refreshIdentity, useIdentity, useLastForm } from './use-identity';
import styles from './Identity.module.css';

export const SCREENS: Record<IdentityLevel, string> = {
  primary: 'primary',
  advanced: 'advanced',
  address: 'addressProof',
};

export interface FormProps {
  identity: IdentityView;
  view: IdentityLevelView;
  /** What was rejected or taken back. */
  last: IdentityFormView | null;
}

/** The screen of a level, whatever its state: locked, under review, passed, or its form, with what staff ask for. */
export function LevelFrame({ level, form }: { level: IdentityLevel; form: (props: FormProps) => ReactNode }) {
  const { t } = useTranslation(['identity', 'common', 'refusal', 'review']);
  const isDemo = useSession((state) => state.session?.realm === 'demo');
  const query = useIdentity();
  return (
    <div className={styles.page}>
      <h1>{t(`common:screen.${SCREENS[level]}`)}</h1>
      <p className={styles.lead}>{t(`lead.${level}`)}</p>
      {isDemo ? (
        <DemoNote />
      ) : (
        <Loadable query={query} skeleton={<Skeleton rows={6} height={44} />}>
          {(identity) => <Level identity={identity} view={levelOf(identity, level)} form={form} />}
        </Loadable>
      )}
    </div>
  );
}

type LevelProps = Omit<FormProps, 'last'> & { form: (props: FormProps) => ReactNode };

function Level({ identity, view, form }: LevelProps) {
  if (view.state === 'under-review') return <UnderReview view={view} />;
  if (view.state === 'passed') return <Passed view={view} />;
  if (view.locked !== null) return <Locked primary={levelOf(identity, 'primary')} />;
  // Only what was sent before can be begun from.
  if (view.attempts > 0) return <WithLast identity={identity} view={view} form={form} />;
  return form({ identity, view, last: null });
}

function WithLast({ identity, view, form }: LevelProps) {
  const query = useLastForm(view.level, true);
  return (
    <Loadable query={query} skeleton={<Skeleton rows={6} height={44} />}>
      {(last) => (
        <>
          {view.state === 'rejected' && <Rejected view={view} />}
          {view.state === 'answer-needed' && <MissingParts view={view} />}
          {form({ identity, view, last })}
        </>
      )}
    </Loadable>
  );
}

function Panel({ icon, look, title, children }: { icon: IconName; look: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.panel} data-look={look} aria-label={title}>
      <h2>
        <Icon name={icon} size={20} />
        {title}
      </h2>
      {children}
    </section>
  );
}

function UnderReview({ view }: { view: IdentityLevelView }) {
  const { t } = useTranslation(['identity', 'common']);
  const format = useFormat();
  return (
    <Panel icon="refresh" look="waiting" title={t('state.under-review')}>
      <p role="status">{t('review.body', { date: format.dateTime(view.submittedAt ?? 0) })}</p>
      <SentFacts level={view.level} sent={view.sent} />
      <p className={styles.note}>{t('takeBack.note')}</p>
      <TakeBack view={view} />
    </Panel>
  );
}

function TakeBack({ view }: { view: IdentityLevelView }) {
  const { t } = useTranslation('identity');
  const takeBack = async () => {
    const question = { title: t('takeBack.title'), body: t('takeBack.body'), confirmLabel: t('takeBack.action') };
    if (!(await confirm(question))) return;
    // A refusal means that staff decided meanwhile: a toast shows it, and the screen shows the decision.
    await api.call(withdrawIdentity, { level: view.level }).catch(() => undefined);
    await refreshIdentity();
  };
  return (
    <Button kind="plain" onClick={() => void takeBack()}>
      {t('takeBack.action')}
    </Button>
  );
}

function Passed({ view }: { view: IdentityLevelView }) {
  const { t } = useTranslation(['identity', 'common']);
  const format = useFormat();
  return (
    <Panel icon="check" look="passed" title={t('state.passed')}>
      <p role="status">{t('passed.body', { date: format.dateTime(view.decidedAt ?? 0) })}</p>
      <SentFacts level={view.level} sent={view.sent} />
      <p className={styles.note}>{t('passed.final')}</p>
      <ButtonLink kind="plain" to={pathOf('identity')}>
        {t('common:screen.identity')}
      </ButtonLink>
    </Panel>
  );
}

function Rejected({ view }: { view: IdentityLevelView }) {
  const { t } = useTranslation(['identity', 'review']);
  const format = useFormat();
  return (
    <Panel icon="warning" look="rejected" title={t('state.rejected')}>
      <p>{t('rejected.body', { date: format.dateTime(view.decidedAt ?? 0) })}</p>
      <Reasons view={view} />
      {view.note !== null && (
        <blockquote className={styles.quote}>
          <b>{t('rejected.note')}</b> {view.note}
        </blockquote>
      )}
    </Panel>
  );
}

/** What staff need before they decide: the form below begins from what was sent. */
function MissingParts({ view }: { view: IdentityLevelView }) {
  const { t } = useTranslation(['identity', 'review']);
  const format = useFormat();
  const until = view.answerBy ?? 0;
  const isLate = until <= serverNow();
  return (
    <Panel icon="warning" look="rejected" title={t('asked.title')}>
      <p role="status">{isLate ? t('asked.late') : t('asked.body', { date: format.dateTime(until) })}</p>
      <Reasons view={view} />
      {view.advice !== null && <p>{t(`review:advice.${view.advice}`)}</p>}
      <TakeBack view={view} />
    </Panel>
  );
}

function Reasons({ view }: { view: IdentityLevelView }) {
  const { t } = useTranslation('review');
  return (
    <ul className={styles.reasons}>
      {view.reasons.map((reason) => (
        <li key={reason}>{t(`reason.identity-${view.level}.${reason}`)}</li>
      ))}
    </ul>
  );
}

/** A locked level shows how to unlock it. */
function Locked({ primary }: { primary: IdentityLevelView }) {
  const { t } = useTranslation('identity');
  const waits = primary.state === 'under-review' || primary.state === 'answer-needed';
  return (
    <Panel icon="lock" look="locked" title={t('locked.title')}>
      <p>{t(waits ? 'locked.waits' : 'locked.body')}</p>
      <ButtonLink to={pathOf('primary')} kind={waits ? 'plain' : 'primary'}>
        {t(waits ? 'locked.look' : 'locked.action')}
      </ButtonLink>
    </Panel>
  );
}
