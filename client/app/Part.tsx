import { Suspense, lazy, type ComponentType, type ReactNode } from 'react';
import { FEATURES } from '../features.js';
import type { Parts } from '../lib/feature.js';

const modules = import.meta.glob<{ default: ComponentType<object> }>('../features/*/*Part.tsx');

const components = new Map<string, ComponentType<object>>();
for (const { name: feature, parts = {} } of FEATURES)
  for (const [part, file] of Object.entries(parts)) {
    const load = modules[`../features/${feature}/${file}.tsx`];
    if (load) components.set(part, lazy(load));
  }

interface PartProps<Name extends keyof Parts> {
  name: Name;
  given: Parts[Name];
  /** Stands there until it has come. */
  fallback?: ReactNode;
}

/** What one noun shows inside a screen of another. */
export function Part<Name extends keyof Parts>({ name, given, fallback = null }: PartProps<Name>) {
  const Found = components.get(name) as ComponentType<Parts[Name]> | undefined;
  return <Suspense fallback={fallback}>{Found && <Found {...given} />}</Suspense>;
}
