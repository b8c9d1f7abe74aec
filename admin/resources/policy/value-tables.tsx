import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { policyLabel } from '../../../contracts/policy-label.contract.js';
import { Mono } from '../../ui/hash';
import { PlainTable } from '../../ui/plain-table';
import { differences, type Values } from './values';

/** What a value means, in the reader's language: `purpose3` is the third answer of one question. */
export function useValueLabel(): (policy: string, key: string) => string {
  const translate = useTranslate();
  return (policy, key) => {
    const { text, stem, answer } = policyLabel(policy, key);
    return `${translate(`policy.${text}`, { _: stem })} ${answer}`.trim();
  };
}

/** What a choice means; what has no words of its own stands as it is written. */
export function useChoiceText(): (policy: string, key: string, option: string) => string {
  const translate = useTranslate();
  return (policy, key, option) => {
    const shared = translate(`policy.choice.${policy}.${option}`, { _: option });
    return translate(`policy.choice.${policy}.${key}.${option}`, { _: shared });
  };
}

/** A value as people read it: switches say yes or no, choices what they mean. */
export function ValueText(props: { policy: string; name: string; value: Values[string] | undefined }) {
  const { policy, name, value } = props;
  const translate = useTranslate();
  const choice = useChoiceText();
  if (value === undefined) return <>–</>;
  if (typeof value === 'boolean') return <Mono>{translate(`ra.boolean.${value}`)}</Mono>;
  return <Mono>{typeof value === 'string' ? choice(policy, name, value) : value}</Mono>;
}

/** A policy's own name, and what it is about. */
export function PolicyName({ name }: { name: string }) {
  const translate = useTranslate();
  return (
    <>
      <b>{translate(`policy.name.${name}`, { _: name })}</b> <Mono>{name}</Mono>
    </>
  );
}

function Meaning({ policy, name }: { policy: string; name: string }) {
  const label = useValueLabel();
  return (
    <Box sx={{ whiteSpace: 'normal' }}>
      {label(policy, name)}{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        <Mono>{name}</Mono>
      </Box>
    </Box>
  );
}

/** Every value with its meaning. */
export function ValueTable({ policy, values }: { policy: string; values: Values }) {
  const translate = useTranslate();
  return (
    <PlainTable
      label={translate('resources.policies.fields.values')}
      rows={Object.entries(values)}
      rowKey={([key]) => key}
      columns={[
        {
          key: 'value',
          label: translate('console.policy.value'),
          render: ([key]) => <Meaning policy={policy} name={key} />,
        },
        {
          key: 'inForce',
          label: translate('console.policy.in_force'),
          align: 'right',
          render: ([key, value]) => <ValueText policy={policy} name={key} value={value} />,
        },
      ]}
    />
  );
}

/** The differences between the values in force and the proposal. Signs repeat the colours. */
export function DifferenceTable({ policy, before, after }: { policy: string; before: Values; after: Values }) {
  const translate = useTranslate();
  return (
    <PlainTable
      label={translate('resources.policy-proposals.fields.changes')}
      rows={differences(before, after)}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'value',
          label: translate('console.policy.value'),
          render: ({ key }) => <Meaning policy={policy} name={key} />,
        },
        {
          key: 'before',
          label: translate('console.policy.in_force'),
          align: 'right',
          render: ({ key, before: was }) => (
            <Box component="del">
              <ValueText policy={policy} name={key} value={was} />
            </Box>
          ),
        },
        {
          key: 'after',
          label: translate('console.policy.proposed'),
          align: 'right',
          render: ({ key, after: is }) => (
            <Box component="ins" sx={{ fontWeight: 600, color: 'success.main' }}>
              <ValueText policy={policy} name={key} value={is} />
            </Box>
          ),
        },
      ]}
    />
  );
}

/** The differences in one cell of a table. */
export function Differences(props: { policy: string; before: Values | null; after: Values }) {
  const { policy, before, after } = props;
  const label = useValueLabel();
  if (before === null) return <>–</>;
  return (
    <Box sx={{ display: 'grid', gap: 0.25, fontSize: 12.5, whiteSpace: 'normal' }}>
      {differences(before, after).map(({ key, before: was, after: is }) => (
        <Box key={key}>
          {label(policy, key)}{' '}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            <del>
              <ValueText policy={policy} name={key} value={was} />
            </del>
            {' → '}
            <ins>
              <ValueText policy={policy} name={key} value={is} />
            </ins>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
