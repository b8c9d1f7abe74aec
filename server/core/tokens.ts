/** Nest tokens of the two things that tests replace: where "now" comes from, and where fresh ids come from. */
export const CLOCK = 'CLOCK';
export const IDS = 'IDS';
/** `CommandPort`: the writers of all realms. */
export const COMMANDS = 'COMMANDS';
/** `Writers`: the same, with their states. */
export const WRITERS = 'WRITERS';
/** `CommandHandlers`: features register theirs in `onModuleInit`; the writers start after all of them. */
export const COMMAND_HANDLERS = 'COMMAND_HANDLERS';
/** `EventStore`. */
export const EVENT_STORE = 'EVENT_STORE';
/** `pg.Pool` on the one database. */
export const PG_POOL = 'PG_POOL';
/** `AccountGate`, provided by the account feature. */
export const ACCOUNT_GATE = 'ACCOUNT_GATE';
/** `SpotMarket`, provided by the market runtime. */
export const SPOT_MARKET = 'SPOT_MARKET';
/** `PriceSource`, provided by the market runtime. */
export const PRICE_SOURCE = 'PRICE_SOURCE';
/** `IndexPrices`, provided by the market runtime. */
export const INDEX_PRICES = 'INDEX_PRICES';
/** `ServerConfig`. */
export const CONFIG = 'CONFIG';
/** `PolicySource`: the policies in force, provided by the policy feature. */
export const POLICY_SOURCE = 'POLICY_SOURCE';
/** `Vault`: personal data under a key per person. */
export const VAULT = 'VAULT';
/** `PrivateImages`. */
export const PRIVATE_IMAGES = 'PRIVATE_IMAGES';
/** `StepUp`, provided by the security feature. */
export const STEP_UP = 'STEP_UP';
/** `SecondFactor`, provided by the security feature. */
export const SECOND_FACTOR = 'SECOND_FACTOR';
/** `TradeGate`, provided by the security feature. */
export const TRADE_GATE = 'TRADE_GATE';
/** `SecurityCards`, provided by the security feature. */
export const SECURITY_CARDS = 'SECURITY_CARDS';
/** `Logins`, provided by the account feature. */
export const LOGINS = 'LOGINS';
/** `Hashing`, provided by the account feature. */
export const HASHING = 'HASHING';
/** `SessionEnds`, provided by the account feature. */
export const SESSION_ENDS = 'SESSION_ENDS';
/** `Outbox`. */
export const OUTBOX = 'OUTBOX';
/** `Codes`. */
export const CODES = 'CODES';
/** `InvestmentCaps`, provided by the risk feature. */
export const INVESTMENT_CAPS = 'INVESTMENT_CAPS';
/** `UnreadMessages`, provided by the message feature. */
export const UNREAD_MESSAGES = 'UNREAD_MESSAGES';
/** `ReviewKinds`: features register what staff review. */
export const REVIEW_KINDS = 'REVIEW_KINDS';
/** `LoginDesk`, provided by the account feature for other ways in. */
export const LOGIN_DESK = 'LOGIN_DESK';
/** `VerificationLevels`, provided by the identity feature. */
export const VERIFICATION_LEVELS = 'VERIFICATION_LEVELS';
/** `Invitations`, provided by the invitation feature. */
export const INVITATIONS = 'INVITATIONS';
/** `Agreements`, provided by the content feature. */
export const AGREEMENTS = 'AGREEMENTS';
/** `PersonalHoldings`: owners of tables register what they hold of persons. */
export const PERSONAL_HOLDINGS = 'PERSONAL_HOLDINGS';
/** `SimulatedChain`: the networks outside, provided by `server/outside/chain/`. */
export const CHAIN = 'CHAIN';
/** `SimulatedBank`: the bank outside, provided by `server/outside/bank/`. */
export const BANK = 'BANK';
/** `Payees`, provided by the payee feature. */
export const PAYEES = 'PAYEES';
/** `RiskSigns`: the risk panel of the queues of money, provided by the review room. */
export const RISK_SIGNS = 'RISK_SIGNS';
/** `WithdrawalHold`, provided by the security feature. */
export const WITHDRAWAL_HOLD = 'WITHDRAWAL_HOLD';
