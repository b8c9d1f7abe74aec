import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { InfoView, SelectedBankView } from '../../../contracts/account.contract.js';
import { Clock } from '../../core/clock.js';
import { Logins } from '../../core/ports/logins.js';
import { format } from '../../../shared/money.js';
import { Payees } from '../../core/ports/payees.js';
import { callingCodeOf } from '../../edge/auth/contact.js';
import { masked } from '../../edge/auth/login.rules.js';
import { spotAvailable } from '../../engine/ledger/spot-available.js';
import { SessionViews } from './session-views.js';
import type { LiveSession } from './sessions.js';

/** `web/info`: the session, and what a real person has set and may spend. */
@Injectable()
export class InfoViews {
  constructor(
    private readonly views: SessionViews,
    private readonly logins: Logins,
    private readonly payees: Payees,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async view(session: LiveSession, token: string, lang: InfoView['lang']): Promise<InfoView> {
    const { realm, userId, ownerId, card } = session;
    const isReal = realm === 'real';
    const [view, available, settings, area, bank] = await Promise.all([
      this.views.view(session, token, lang),
      spotAvailable(this.pool, { realm, ownerId, asset: 'USDT' }),
      isReal ? this.payees.paymentSettings(userId) : null,
      isReal ? this.areaCode(userId) : '',
      isReal ? this.selectedBank(userId) : null,
    ]);
    const setting = (name: string): string => settings?.[name] ?? '';
    return {
      ...view,
      invitation_code: 'invitationCode' in card.state ? card.state.invitationCode : '',
      area_code: area,
      usdt: format(available),
      selected_bank: bank,
      bank_name: setting('bank_name'),
      bank_number: setting('bank_number'),
      alipay_account: setting('alipay_account'),
      weixin_nickname: setting('weixin_nickname'),
      weixin_account: setting('weixin_account'),
    };
  }

  private async areaCode(userId: string): Promise<string> {
    const { phone } = await this.logins.contacts(userId);
    return phone === null ? '' : callingCodeOf(phone.address.to);
  }

  private async selectedBank(userId: string): Promise<SelectedBankView | null> {
    const card = await this.payees.newestCard(userId, this.clock.now());
    if (card === undefined) return null;
    return { id: card.id, bank_name: card.details.bankName, bank_number: masked(card.details.account) };
  }
}
