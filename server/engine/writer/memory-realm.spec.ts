import { MemoryRealm } from './memory-realm.js';
import { writerContract } from './writer-contract.testkit.js';

writerContract('the double of a writer in memory', (realm, handlers) => {
  const double = new MemoryRealm(realm, handlers);
  return Promise.resolve({
    // What it throws at once, the writer rejects with.
    execute: async (command) => Promise.resolve(double.execute(command)),
    read: (kind, id) => Promise.resolve(double.state(kind, id)),
    look: async (scope, look) => Promise.resolve(double.look(scope, look)),
    balance: (account, asset) => Promise.resolve(double.balance(account, asset)),
    due: () => Promise.resolve([...double.due.values()]),
    history: () => Promise.resolve([...double.rows]),
    restart: () => Promise.resolve(double.reload()),
    close: () => Promise.resolve(),
  });
});
