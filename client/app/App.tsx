import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { queryClient } from '../lib/query';
import { ScreenBoundary } from './ScreenBoundary';
import { Screens } from './Screens';
import { Shell } from './shell/Shell';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ScreenBoundary>
          <Shell>
            <Screens />
          </Shell>
        </ScreenBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  );
}
