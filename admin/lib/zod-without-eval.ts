import { config } from 'zod';

// The contracts' schemas would probe `new Function` when they are made; the content-security policy forbids and reports it.
config({ jitless: true });
