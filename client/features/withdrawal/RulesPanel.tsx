import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WithdrawalRulesView } from '../../../contracts/withdrawal.contract';
import { pathOf } from '../../app/routes';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { WhyButton } from '../policy/WhyButton';
import { shareDone } from './withdrawal-form';
import { useInstants } from './words';
import styles from './Withdrawal.module.css';

/** The rules for this person now, each with its status, shown before the form. */
export function RulesPanel({ rules }: { rules: WithdrawalRulesView }) {
  const { t } = useTranslation('withdrawal');
  const { name, version } = rules.policy;
  return (
    <section className={styles.rules} aria-labelledby="withdrawal-rules">
      <div className={styles.rulesHead}>
        <h2 id="withdrawal-rules">{t('rules.title')}</h2>
        <WhyButton policy={name} version={version} inputs={{}} />
      </div>
      <ul>
        {rules.paused && (
          <Rule
            state="blocked"
            title={t('rules.paused')}
            text={`${t(`rules.pauseReason.${rules.pauseReason}`)} ${t('rules.pausedText')}`}
          />
        )}
        <TodayRule rules={rules} />
        <TurnoverRule rules={rules} />
        <WindowRule rules={rules} />
        <FigureRules rules={rules} />
        <SecurityRules rules={rules} />
      </ul>
      <p className={styles.warning}>
        <Icon name="warning" size={18} />
        {t('rules.fraud')}
      </p>
      <p className={styles.version}>{t('rules.versionOwn', { version })}</p>
    </section>
  );
}

interface RuleProps {
  state: 'met' | 'blocked' | 'info';
  title: string;
  text?: ReactNode;
  /** 0 to 1. */
  done?: number;
}

const MARKS = { met: 'check', blocked: 'warning', info: 'info' } as const;

function Rule({ state, title, text, done }: RuleProps) {
  const { t } = useTranslation('withdrawal');
  return (
    <li className={styles.ruleItem} data-state={state}>
      <Icon name={MARKS[state]} size={18} />
      <div>
        <strong>{title}</strong>
        <span className="hidden-visually">{t(`rules.state.${state}`)}</span>
        {text !== undefined && <p>{text}</p>}
        {done !== undefined && (
          <div
            className={styles.meter}
            role="progressbar"
            aria-label={title}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(done * 100)}
          >
            <i style={{ width: `${done * 100}%` }} />
          </div>
        )}
      </div>
    </li>
  );
}

function TodayRule({ rules: { today } }: { rules: WithdrawalRulesView }) {
  const { t } = useTranslation('withdrawal');
  const instants = useInstants();
  const open = today.used < today.max;
  return (
    <Rule
      state={open ? 'met' : 'blocked'}
      title={t('rules.today', { used: today.used, max: today.max })}
      text={t('rules.todayText', { when: instants(today.resetsAt) })}
      done={today.max === 0 ? 1 : today.used / today.max}
    />
  );
}

function TurnoverRule({ rules: { turnover } }: { rules: WithdrawalRulesView }) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const { mode, share, done, needed, fulfilled } = turnover;
  if (mode === 'off') return null;
  const percent = format.share(share);
  const title = t(`rules.turnover.${mode}`, { percent });
  if (mode === 'share') return <Rule state="info" title={title} text={t('rules.turnoverText.share')} />;
  const amounts = { done: format.amountDown(done, 2), needed: format.amount(needed, 2) };
  return (
    <Rule
      state={fulfilled ? 'met' : 'blocked'}
      title={title}
      text={
        toAmount(needed) === 0n ? (
          t('rules.turnoverNone')
        ) : (
          <>
            {t('rules.turnoverProgress', amounts)} {!fulfilled && t(`rules.turnoverText.${mode}`)}
          </>
        )
      }
      done={shareDone(done, needed)}
    />
  );
}

function WindowRule({ rules: { window } }: { rules: WithdrawalRulesView }) {
  const { t } = useTranslation('withdrawal');
  const instants = useInstants();
  const { from, to, timeZone, open, opensAt, closesAt } = window;
  const zone = timeZone.replace(/_/g, ' ');
  const both = (at: number) => ({ own: instants(at), there: instants(at, timeZone), zone });
  return (
    <Rule
      state={open ? 'met' : 'blocked'}
      title={t(from === to ? 'rules.windowAlways' : 'rules.window', { from, to, zone })}
      {...(opensAt !== null && { text: t('rules.opens', both(opensAt)) })}
      {...(closesAt !== null && { text: t('rules.closes', both(closesAt)) })}
    />
  );
}

function FigureRules({ rules }: { rules: WithdrawalRulesView }) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const whole = (text: string) => format.amount(text, 2);
  return (
    <>
      <Rule
        state="info"
        title={t('rules.amounts', { min: whole(rules.min), max: whole(rules.max) })}
        text={t('rules.fee', { percent: format.share(rules.feeRate) })}
      />
      <Rule
        state="info"
        title={t('rules.review', { hours: rules.processingHours })}
        text={t('rules.fourEyes', { amount: whole(rules.fourEyesFrom) })}
      />
      <Rule state="info" title={t('rules.cooling', { hours: rules.coolingOffHours })} />
    </>
  );
}

function SecurityRules({ rules: { security } }: { rules: WithdrawalRulesView }) {
  const { t } = useTranslation('withdrawal');
  const { tradePasswordSet, googleBound, googleRequired } = security;
  const way = (screen: string, text: string) => (
    <Link className={styles.link} to={pathOf(screen)}>
      {text}
    </Link>
  );
  return (
    <>
      <Rule
        state={tradePasswordSet ? 'met' : 'blocked'}
        title={t(tradePasswordSet ? 'rules.tradePassword' : 'rules.noTradePassword')}
        {...(!tradePasswordSet && { text: way('tradePasswordSet', t('rules.setTradePassword')) })}
      />
      {(googleBound || googleRequired) && (
        <Rule
          state={googleBound ? 'met' : 'blocked'}
          title={t(googleBound ? 'rules.google' : 'rules.noGoogle')}
          {...(!googleBound && { text: way('google', t('rules.bindGoogle')) })}
        />
      )}
    </>
  );
}
