import type { Redecision } from '../../core/redecision.js';
import { PayeeReader } from './payee.reader.js';

export const redecision: Redecision = {
  ports: ({ outside }) => ({ payees: new PayeeReader(outside('the store'), outside('the vault')) }),
};
