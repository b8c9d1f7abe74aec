import type { Pool } from 'pg';
import type { InfoView, SelectedBankView } from '../../../contracts/account.contract.js';
import type { Clock } from '../../core/clock.js';
import type { Logins } from '../../core/logins.js';
import { format } from '../../../shared/money.js';
import type { Payees } from '../../core/payees.js';
import { callingCodeOf } from '../../edge/auth/contact.js';
import { masked } from '../../edge/auth/login.rules.js';
import { spotAvailable } from '../../engine/ledger/spot-available.js';
import type { SessionViews } from './session-views.js';
import type { LiveSession } from './sessions.js';

/** `web/info`: the session, and what a real person has set and may spend. */
export class InfoViews {
  constructor(
    private readonly parts: {
      readonly views: SessionViews;
      readonly logins: Logins;
      readonly payees: Payees;
      readonly pool: Pool;
      readonly clock: Clock;
    },
  ) {}

  async view(session: LiveSession, token: string, lang: InfoView['lang']): Promise<InfoView> {
    const { realm, userId, ownerId, card } = session;
    const isReal = realm === 'real';
    const [view, available, settings, area, bank] = await Promise.all([
      this.parts.views.view(session, token, lang),
      spotAvailable(this.parts.pool, { realm, ownerId, asset: 'USDT' }),
      isReal ? this.parts.payees.paymentSettings(userId) : null,
      isReal ? this.areaCode(userId) : '',
      isReal ? this.selectedBank(userId) : null,
    ]);
    const said = (name: string): string => settings?.[name] ?? '';
    return {
      ...view,
      invitation_code: 'invitationCode' in card.state ? card.state.invitationCode : '',
      area_code: area,
      usdt: format(available),
      selected_bank: bank,
      bank_name: said('bank_name'),
      bank_number: said('bank_number'),
      alipay_account: said('alipay_account'),
      weixin_nickname: said('weixin_nickname'),
      weixin_account: said('weixin_account'),
    };
  }

  private async areaCode(userId: string): Promise<string> {
    const { phone } = await this.parts.logins.contacts(userId);
    return phone === null ? '' : callingCodeOf(phone.address.to);
  }

  private async selectedBank(userId: string): Promise<SelectedBankView | null> {
    const card = await this.parts.payees.newestCard(userId, this.parts.clock.now());
    if (card === undefined) return null;
    return { id: card.id, bank_name: card.details.bankName, bank_number: masked(card.details.account) };
  }
}
