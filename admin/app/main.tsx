import { config } from 'zod';

// The contracts' schemas would probe `new Function` when they are made; the content-security policy forbids and reports it.
config({ jitless: true });
// A bundle may run modules in shared files ahead of this one's lines; those of a later import it can't.
await import('./start');
