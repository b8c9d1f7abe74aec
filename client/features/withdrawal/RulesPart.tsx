import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WithdrawalRules } from '../../../contracts/withdrawal.contract';
import { pathOf } from '../../app/routes';
import { useFormat, type Formatter } from '../../lib/format';
import { usePublishedPolicy } from '../../lib/published-policy';

/** The rules of withdrawals in one line, as they are published now. */
export default function Withdrawing() {
  const { t } = useTranslation(['deposit', 'withdrawal']);
  const format = useFormat();
  const query = usePublishedPolicy('withdrawal.rules');
  const parts = query.data === undefined ? [] : partsOf(query.data.values, t, format);
  return (
    <li>
      <b>{t('rules.withdrawal')}</b> {parts.length > 0 && `${parts.join(' · ')}. `}
      <Link to={pathOf('withdrawal')}>{t('rules.withdrawalLink')}</Link>
    </li>
  );
}

type Translate = (key: string, values: Record<string, string | number>) => string;

/** In the words of the withdrawal screen, which says the same at length. */
function partsOf(values: Readonly<Record<string, unknown>>, t: Translate, format: Formatter): string[] {
  const rule = (name: keyof WithdrawalRules): string => String(values[name]);
  const networks = rule('chains')
    .split(',')
    .map((chain) => {
      const [currency = '', network = ''] = chain.split(':');
      return t('rules.network', { currency, network });
    });
  const [from, to, turnover] = [rule('windowFrom'), rule('windowTo'), rule('turnover')];
  const zone = rule('timeZone').replace(/_/g, ' ');
  const share = { percent: format.share(rule('turnoverShare')) };
  return [
    t('rules.fee', { percent: format.share(rule('feeRate')) }),
    t('rules.perDay', { count: Number(rule('perDay')) }),
    t('withdrawal:rules.amounts', { min: format.amount(rule('min'), 2), max: format.amount(rule('max'), 2) }),
    ...networks,
    t(from === to ? 'withdrawal:rules.windowAlways' : 'withdrawal:rules.window', { from, to, zone }),
    ...(turnover === 'off' ? [] : [t(`withdrawal:rules.turnover.${turnover}`, share)]),
  ];
}
