import { Injectable } from '@nestjs/common';
import { SecurityCards } from '../../../core/ports/security-card.js';
import { VerificationLevels } from '../../../core/ports/verification.js';

/** Who a statement is made out to. */
@Injectable()
export class StatementHolder {
  constructor(
    private readonly levels: VerificationLevels,
    private readonly cards: SecurityCards,
  ) {}

  /** The verified name, else the nickname; `null` for a demo account, and where neither is known. */
  async nameOf({ realm, userId }: { realm: string; userId: string }): Promise<string | null> {
    if (realm !== 'real') return null;
    return (await this.levels.realName(userId)) ?? (await this.cards.of(userId)).nickname;
  }
}
