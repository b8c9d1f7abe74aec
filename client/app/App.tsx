import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { queryClient } from '../lib/query';
import { PanelBoundary } from '../ui/PanelBoundary';
import { Screens } from './Screens';
import { Shell } from './shell/Shell';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <PanelBoundary>
          <Shell>
            <Screens />
          </Shell>
        </PanelBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  );
}
