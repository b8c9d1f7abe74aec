import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityLevelView } from '../../../contracts/identity.contract';
import { useLeaveWarning } from '../../lib/leave-warning';
import { useForm } from '../../ui/use-form';
import { reasonsAt } from './identity-form';
import { refreshIdentity } from './use-identity';

interface LevelForm<Field extends string> {
  view: IdentityLevelView;
  initial: Record<Field, string>;
  /** Refusal codes of what is wrong, by field. */
  check: (values: Record<Field, string>) => Partial<Record<Field, string>>;
  /** Answers whether the form is done with; `false` when only a step of it is. */
  send: (values: Record<Field, string>) => Promise<boolean>;
}

/** A level's form: kept in memory only, warned about before it is left, and with the reviewer's reasons at its fields. */
export function useLevelForm<Field extends string>({ view, initial, check, send }: LevelForm<Field>) {
  const { t } = useTranslation(['identity', 'refusal', 'review']);
  const [begun] = useState(initial);
  const [sent, setSent] = useState(false);
  const form = useForm<Field>({
    initial,
    check: (values) => {
      const wrong = Object.entries<string | undefined>(check(values));
      return Object.fromEntries(wrong.map(([field, code]) => [field, t(`refusal:${code}`)])) as Partial<
        Record<Field, string>
      >;
    },
    send: async (values) => {
      if (!(await send(values))) return;
      setSent(true);
      await refreshIdentity();
    },
  });
  const changed = (field: Field) => form.values[field] !== begun[field];
  useLeaveWarning(!sent && (Object.keys(begun) as Field[]).some(changed));
  /** A field's props; a reason of the rejection stands there until the field is changed. */
  const field = (name: Field) => {
    const props = form.field(name);
    const reasons = changed(name) ? [] : reasonsAt(view.level, view.reasons, name);
    const problem = reasons.map((reason) => t(`review:reason.identity-${view.level}.${reason}`)).join(' · ');
    return { ...props, error: props.error ?? (problem === '' ? undefined : problem) };
  };
  return { form, field };
}
