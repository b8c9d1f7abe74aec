import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Loader.css';
import { MantineProvider, createTheme, type CSSVariablesResolver } from '@mantine/core';
import type { ReactNode } from 'react';
import { isDark, usePreferences } from '../lib/preferences';

const theme = createTheme({
  fontFamily: 'var(--font)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Mantine wears our tokens, so that its dialogs and forms are of one piece with the plain markup. */
const tokens: CSSVariablesResolver = () => {
  const ours = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
  };
  // Its dark inputs and borders come from its own grey scale.
  const greys = { '--mantine-color-dark-4': 'var(--line-strong)', '--mantine-color-dark-6': 'var(--surface)' };
  return { variables: ours, light: ours, dark: { ...ours, ...greys } };
};

/** Wraps what uses Mantine. Loaded lazily: no page's first paint waits for it. */
export default function Mantine({ children }: { children: ReactNode }) {
  const chosen = usePreferences((state) => state.theme);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={tokens} forceColorScheme={isDark(chosen) ? 'dark' : 'light'}>
      {children}
    </MantineProvider>
  );
}
