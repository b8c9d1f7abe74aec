/** What the server knows of a new account that matters for beginning. */
export interface FirstFacts {
  tradePassword: boolean;
  authenticator: boolean;
  /** Any deposit has come in. */
  funded: boolean;
  /** Something was bought or sold, in a book or by a conversion. */
  traded: boolean;
}

interface FirstStep {
  /** Its texts are `account:first.<name>` and `account:first.<name>.why`. */
  name: 'secure' | 'authenticator' | 'deposit' | 'trade';
  screen: string;
  done: boolean;
}

/** The way into trading; empty once all of it is done. */
export function firstSteps({ tradePassword, authenticator, funded, traded }: FirstFacts): readonly FirstStep[] {
  const steps: readonly FirstStep[] = [
    { name: 'secure', screen: 'tradePasswordSet', done: tradePassword },
    { name: 'authenticator', screen: 'google', done: authenticator },
    { name: 'deposit', screen: 'deposit', done: funded },
    { name: 'trade', screen: 'spot', done: traded },
  ];
  return steps.every(({ done }) => done) ? [] : steps;
}
