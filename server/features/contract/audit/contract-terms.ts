import type { PublishedTerms } from '../../../core/history-audit.js';
import type { PolicyValues } from '../../../core/policy.js';
import {
  bracketPolicy,
  bracketsFrom,
  BRACKETS_NOTICE_MS,
  type BracketValues,
} from '../../../../shared/margin-brackets.js';
import type { MarginBracket, MarginTerms } from '../../../../shared/margin.js';
import { contractNamed } from '../../../../shared/contract-symbol.js';
import type { PositionRules, InsuranceRules } from '../../../../shared/contract-rules.js';
import { amount, ZERO, type Amount } from '../../../../shared/money.js';
import { versionAt } from '../../../../shared/policy-version.js';
import { feeDayOf, feeTermsOf } from '../../../trading/venue/fee.rules.js';
import type { FeeValues } from '../../../../shared/fees.js';

/** Something the venue judged a position by, as an event names it. */
interface Named {
  readonly name: string;
  readonly version: number;
}

/** A runner looks at the policies every few seconds, and a command is decided a moment after it is sent. */
const TAKEN_UP_MS = 60_000;

/** The rules of contracts, by the versions that events name and by those that were in force. */
export class ContractTerms {
  constructor(private readonly published: PublishedTerms) {}

  /** The brackets of a version; `undefined` where it was never published. */
  brackets({ name, version }: Named): readonly MarginBracket[] | undefined {
    const found = this.valuesOf({ name, version });
    return found && bracketsFrom(found as BracketValues);
  }

  rules(policy: Named): PositionRules | undefined {
    return this.valuesOf(policy) as PositionRules | undefined;
  }

  insurance(policy: Named): InsuranceRules | undefined {
    return this.valuesOf(policy) as InsuranceRules | undefined;
  }

  /** When a version came out; `undefined` where it never did. */
  publishedAt({ name, version }: Named): number | undefined {
    return this.published.policies.get(name)?.find((each) => each.version === version)?.publishedAt;
  }

  /** The name of the policy that a contract's brackets are from. */
  bracketsOf(symbol: string): string | undefined {
    const instrumentClass = this.published.classes.get(contractNamed(symbol)?.underlying ?? '');
    return instrumentClass && bracketPolicy(instrumentClass);
  }

  /** Whether positions followed this version at an instant: brackets 24 hours after they are published, all others at once. */
  isInForce({ name, version }: Named, at: number): boolean {
    const versions = this.published.policies.get(name) ?? [];
    if (versions.length === 0) return false;
    const notice = this.isBrackets(name) ? BRACKETS_NOTICE_MS : 0;
    return [at, at - TAKEN_UP_MS].some((each) => versionAt(versions, each - notice).version === version);
  }

  /** What positions of a contract were judged by at an instant: brackets and fee of each version that was in force. */
  marginsAt(symbol: string, at: number): MarginTerms[] {
    const name = this.bracketsOf(symbol) ?? '';
    const versions = this.published.policies.get(name) ?? [];
    return versions
      .filter(({ version }) => this.isInForce({ name, version }, at))
      .flatMap(({ values }) =>
        this.takerRates(at).map((takerRate) => ({ brackets: bracketsFrom(values as BracketValues), takerRate })),
      );
  }

  /** What closing costs in the lowest tier, by each version that positions followed: with 24 hours' notice, as brackets. */
  takerRates(at: number): Amount[] {
    const versions = this.published.policies.get('contract.fees') ?? [];
    if (versions.length === 0) return [];
    return [at, at - TAKEN_UP_MS].map((each) => {
      const { version, values } = versionAt(versions, each - BRACKETS_NOTICE_MS);
      const terms = { name: 'contract.fees', version, values: values as FeeValues };
      return amount(feeTermsOf(terms, ZERO, feeDayOf(each)).taker);
    });
  }

  private isBrackets(name: string): boolean {
    return name === bracketPolicy('crypto') || name === bracketPolicy('stocks');
  }

  private valuesOf({ name, version }: Named): PolicyValues | undefined {
    return this.published.policies.get(name)?.find((each) => each.version === version)?.values;
  }
}
