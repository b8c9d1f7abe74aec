import type { AttachedPlan } from './attached';
import { AttachedSection, type AttachedSectionProps } from './AttachedSection';
import { useOrderForm } from './form-store';

const TERMS = {
  spot: { percentOf: 'entry', usualTrigger: 'last' },
  contract: { percentOf: 'roe', usualTrigger: 'mark' },
} as const;

interface AttachedLevelsProps extends Pick<AttachedSectionProps, 'instrument' | 'objection'> {
  product: keyof typeof TERMS;
  plan: AttachedPlan | null;
}

/** Take-profit and stop-loss of the order in the form; nothing where it opens nothing. */
export function AttachedLevels({ product, plan, instrument, objection }: AttachedLevelsProps) {
  const { form, change, refused, tried } = useOrderForm();
  if (plan === null) return null;
  return (
    <AttachedSection
      {...TERMS[product]}
      {...{ plan, instrument, tried }}
      value={form.attached}
      onChange={(attached) => change({ attached })}
      objection={refused.attached ?? objection}
    />
  );
}
