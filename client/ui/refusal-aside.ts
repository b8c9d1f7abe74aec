import { createContext, type ComponentType } from 'react';

/** The extra shown beside refusals; the app provides it, because these components know no noun. */
export const RefusalAside = createContext<ComponentType<{ error: unknown }> | null>(null);
