import { createContext, type ComponentType } from 'react';

/** What stands beside a refusal wherever one is shown; the app says what, because the components here know no noun. */
export const RefusalAside = createContext<ComponentType<{ error: unknown }> | null>(null);
