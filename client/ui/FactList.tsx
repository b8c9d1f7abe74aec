import type { ReactNode } from 'react';

interface FactListProps {
  rows: readonly (readonly [name: string, value: ReactNode])[];
  /** The look is the caller's. */
  className: string | undefined;
}

/** What is known of something: a name and its value on each line. */
export function FactList({ rows, className }: FactListProps) {
  return (
    <dl className={className}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
