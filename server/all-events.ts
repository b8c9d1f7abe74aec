/** Every noun's events, so that what is stored can be read: whoever opens the event store imports this first. */
import './features/account/account.events.js';
import './features/content/content.events.js';
import './features/identity/identity.events.js';
import './features/credit/credit.events.js';
import './features/instrument/instrument.events.js';
import './features/market-epoch/market-epoch.events.js';
import './features/message/message.events.js';
import './features/liability/liability.events.js';
import './features/payee/payee.events.js';
import './features/policy/policy.events.js';
import './features/risk/risk.events.js';
import './features/security/security.events.js';
import './features/spot/spot.events.js';
import './features/wallet/wallet.events.js';
import './review/review.events.js';
import './staff/staff.events.js';
