import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { queryClient } from '../lib/query';
import { WhyRefused } from '../features/policy/WhyButton';
import { PanelBoundary } from '../ui/PanelBoundary';
import { RefusalAside } from '../ui/refusal-aside';
import { Screens } from './Screens';
import { Shell } from './shell/Shell';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <PanelBoundary>
          <RefusalAside value={WhyRefused}>
            <Shell>
              <Screens />
            </Shell>
          </RefusalAside>
        </PanelBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  );
}
