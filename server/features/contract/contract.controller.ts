import { Controller } from '@nestjs/common';
import {
  adjustPositionMargin,
  amendContractOrder,
  cancelAllContractOrders,
  cancelContractOrder,
  closePosition,
  closePositions,
  exportPositions,
  getContractFees,
  getContractFeeTable,
  getContracts,
  getPositionEvents,
  getPositionHistory,
  getPositions,
  passLeverageQuiz,
  placeContractOrder,
  previewContractOrder,
  reversePosition,
  setLeverage,
  setPositionMode,
  setPositionProtection,
} from '../../../contracts/contract.calls.js';
import { getFunding } from '../../../contracts/funding.calls.js';
import { getContractTickers } from '../../../contracts/own-ticker.calls.js';
import { getHousePositions } from '../../../contracts/house-position.calls.js';
import { previewRoll, rollPosition } from '../../../contracts/contract.roll.calls.js';
import { getInsuranceFund } from '../../../contracts/insurance.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { realmOf } from '../../edge/http/realm-of.js';
import { Files } from '../../edge/work/files.js';
import { refuse } from '../../core/refusal.js';
import { FeeTiers } from '../../trading/runtime/fee-tiers.js';
import { ContractQuery } from './contract.query.js';
import { ContractTickerQuery } from './contract-ticker.query.js';
import { ContractService } from './contract.service.js';
import { ContractFundingQuery } from './funding/contract-funding.query.js';
import { HousePositionQuery } from './position/house-position.query.js';
import { InsuranceQuery } from './liquidation/insurance.query.js';
import { POSITIONS_FILE } from './position/position-export.js';
import { PositionLogQuery } from './position/position-log.query.js';
import { PositionQuery } from './position/position.query.js';
import { PositionsReader } from './position/positions.reader.js';
import { RollService } from './delivery/roll.service.js';

@Controller()
export class ContractController {
  constructor(
    private readonly service: ContractService,
    private readonly rolls: RollService,
    private readonly contracts: ContractQuery,
    private readonly tickers: ContractTickerQuery,
    private readonly fundings: ContractFundingQuery,
    private readonly positions: PositionsReader,
    private readonly past: PositionQuery,
    private readonly log: PositionLogQuery,
    private readonly insurance: InsuranceQuery,
    private readonly fees: FeeTiers,
    private readonly files: Files,
    private readonly house: HousePositionQuery,
  ) {}

  @Handle(getContracts)
  getContracts({ input, session }: CallContext<typeof getContracts>) {
    return this.contracts.contracts(realmOf(session), input.underlying);
  }

  @Handle(getContractFeeTable)
  getContractFeeTable(_: CallContext<typeof getContractFeeTable>) {
    return this.fees.table();
  }

  @Handle(getContractFees)
  getContractFees({ session }: CallContext<typeof getContractFees>) {
    return this.fees.view(session.realm, session.ownerId);
  }

  @Handle(getContractTickers)
  getContractTickers({ input, session }: CallContext<typeof getContractTickers>) {
    return this.tickers.tickers(realmOf(session), input);
  }

  @Handle(getFunding)
  getFunding({ input, session }: CallContext<typeof getFunding>) {
    return this.fundings.funding(realmOf(session), input.symbol);
  }

  @Handle(getInsuranceFund)
  getInsuranceFund({ input, session }: CallContext<typeof getInsuranceFund>) {
    return this.insurance.fund(realmOf(session), input);
  }

  @Handle(getHousePositions)
  getHousePositions({ session }: CallContext<typeof getHousePositions>) {
    return this.house.positions(realmOf(session));
  }

  @Handle(previewContractOrder)
  previewContractOrder(context: CallContext<typeof previewContractOrder>) {
    return this.service.preview(context);
  }

  @Handle(placeContractOrder)
  placeContractOrder(context: CallContext<typeof placeContractOrder>) {
    return this.service.place(context);
  }

  @Handle(amendContractOrder)
  amendContractOrder(context: CallContext<typeof amendContractOrder>) {
    return this.service.orders.amend(context);
  }

  @Handle(cancelContractOrder)
  cancelContractOrder(context: CallContext<typeof cancelContractOrder>) {
    return this.service.orders.cancel(context);
  }

  @Handle(cancelAllContractOrders)
  cancelAllContractOrders(context: CallContext<typeof cancelAllContractOrders>) {
    return this.service.orders.cancelAll(context);
  }

  @Handle(getPositions)
  getPositions({ session, input }: CallContext<typeof getPositions>) {
    return this.positions.open(session, input.symbol);
  }

  @Handle(getPositionHistory)
  getPositionHistory({ session, input }: CallContext<typeof getPositionHistory>) {
    return this.past.history(session, input);
  }

  @Handle(getPositionEvents)
  getPositionEvents({ session, input }: CallContext<typeof getPositionEvents>) {
    return this.log.events(session, input);
  }

  @Handle(exportPositions)
  async exportPositions({ session, input }: CallContext<typeof exportPositions>) {
    const { realm, ownerId } = session;
    if (!(await this.past.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('positions', POSITIONS_FILE, { realm, ownerId, filters: input });
  }

  @Handle(setLeverage)
  setLeverage(context: CallContext<typeof setLeverage>) {
    return this.service.setLeverage(context);
  }

  @Handle(passLeverageQuiz)
  passLeverageQuiz(context: CallContext<typeof passLeverageQuiz>) {
    return this.service.passQuiz(context);
  }

  @Handle(setPositionMode)
  setPositionMode(context: CallContext<typeof setPositionMode>) {
    return this.service.setMode(context);
  }

  @Handle(adjustPositionMargin)
  adjustPositionMargin(context: CallContext<typeof adjustPositionMargin>) {
    return this.service.adjustMargin(context);
  }

  @Handle(setPositionProtection)
  setPositionProtection(context: CallContext<typeof setPositionProtection>) {
    return this.service.setProtection(context);
  }

  @Handle(closePosition)
  closePosition(context: CallContext<typeof closePosition>) {
    return this.service.close(context);
  }

  @Handle(reversePosition)
  reversePosition(context: CallContext<typeof reversePosition>) {
    return this.service.reverse(context);
  }

  @Handle(previewRoll)
  previewRoll(context: CallContext<typeof previewRoll>) {
    return this.rolls.preview(context);
  }

  @Handle(rollPosition)
  rollPosition(context: CallContext<typeof rollPosition>) {
    return this.rolls.roll(context);
  }

  @Handle(closePositions)
  closePositions(context: CallContext<typeof closePositions>) {
    return this.service.closeAll(context);
  }
}
