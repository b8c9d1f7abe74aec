import type { ReactNode } from 'react';

export interface Specimen {
  /** The exported components that it shows; a test misses those that no specimen names. */
  of: readonly string[];
  show: () => ReactNode;
}
