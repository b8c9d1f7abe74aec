import { Injectable } from '@nestjs/common';
import type { SessionView } from '../../../contracts/account.contract.js';
import { Clock } from '../../core/clock.js';
import { Logins } from '../../core/ports/logins.js';
import { SecurityCards } from '../../core/ports/security-card.js';
import { mayTrade } from './account.decider.js';
import type { LiveSession } from './sessions.js';

/** The session as its client keeps it. */
@Injectable()
export class SessionViews {
  constructor(
    private readonly logins: Logins,
    private readonly cards: SecurityCards,
    private readonly clock: Clock,
  ) {}

  async view(session: LiveSession, token: string, lang: SessionView['lang']): Promise<SessionView> {
    const { state } = session.card;
    const { userId, realm } = session;
    const isReal = realm === 'real';
    const [contacts, card] = isReal
      ? await Promise.all([this.logins.contacts(userId), this.cards.of(userId)])
      : [undefined, undefined];
    const demo =
      'expiresAt' in state
        ? { generation: state.generation, expiresAt: state.expiresAt, expired: !this.isOpen(session) }
        : null;
    return {
      token,
      lang,
      realm,
      userId,
      name: card?.nickname ?? ('name' in state ? state.name : ''),
      phone: contacts?.phone?.masked ?? '',
      email: contacts?.email?.masked ?? '',
      frozen: state.status === 'frozen',
      transaction_password: card?.hasTradePassword === true ? 1 : 0,
      demo,
    };
  }

  isOpen(session: LiveSession): boolean {
    return mayTrade(session.card.state, this.clock.now()) === undefined;
  }
}
