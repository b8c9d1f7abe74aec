import { useTranslation } from 'react-i18next';
import { policyLabel } from '../../../contracts/policy-label.contract';
import { useFormat } from '../../lib/format';
import { inWords } from './in-words';

export type Values = Record<string, string | number | boolean>;

/** Shares of one, which people read as per cent. */
const SHARES = new Set([
  ...[
    'maker',
    'taker',
    'voucherShare',
    'invitationShare',
    'level',
    'most',
    'marketBand',
    'spreadRate',
    'moveToleranceRate',
    'quotedSpread',
  ],
  'volatility',
  ...['lowFee', 'balancedFee'],
  ...['feeRate', 'turnoverShare', 'structuringFrom'],
  ...['spread', 'closedMargin', 'priceBand', 'margin'],
  ...['rate', 'liquidationBand', 'warningAt', 'ownersShare'],
  ...['edge', 'edge30s', 'edge60s', 'edge120s', 'edge300s', 'edge15m', 'edge1h', 'equalMax'],
]);
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Policies in the reader's language: names, texts, and each value with its meaning. */
export function useRuleTexts() {
  const { t, i18n } = useTranslation(['policy', 'common']);
  const format = useFormat();
  const known = (key: string): boolean => i18n.exists(`policy:${key}`);

  function value(policy: string, key: string, given: string | number | boolean): string {
    if (typeof given === 'boolean') return t(given ? 'yes' : 'no');
    const words = inWords({ exists: known, t }, policy, key, String(given));
    if (words !== undefined) return words;
    if (given === 'none') return t('none');
    if (SHARES.has(policyLabel(policy, key).stem)) return format.share(String(given));
    const text = String(given);
    if (key === 'chains') return text.replaceAll(':', ' ').replaceAll(',', ', ');
    return DECIMAL.test(text) ? format.amount(text, 18) : text;
  }

  return {
    value,
    name: (policy: string): string => (known(`name.${policy}`) ? t(`name.${policy}`) : policy),
    /** The sentence with the values of that version; `undefined` for a policy that has none. */
    sentence(policy: string, values: Values): string | undefined {
      if (!known(`rule.${policy}`)) return undefined;
      return t(
        `rule.${policy}`,
        Object.fromEntries(Object.entries(values).map(([key, given]) => [key, value(policy, key, given)])),
      );
    },
    /** A figure that is no value of the policy keeps its own name. */
    label(policy: string, key: string): string {
      const { text, answer } = policyLabel(policy, key);
      return known(text) ? `${t(text)} ${answer}`.trim() : key;
    },
    event: (type: string): string => (known(`event.${type}`) ? t(`event.${type}`) : type),
  };
}
