import { Injectable } from '@nestjs/common';
import type { CommandScope, View } from '../../core/decider.js';
import { ConvertedShares, type ShareChange } from '../../core/ports/converted-shares.js';
import { conversionKind, decideRestate } from './conversion.decider.js';

/** Quotes and inventories of conversions, when a corporate action changes what a share is. */
@Injectable()
export class ConversionShares implements ConvertedShares {
  stream(ownerId: string): CommandScope['streams'][number] {
    return [conversionKind, ownerId];
  }

  restate(view: View, change: ShareChange): ReturnType<ConvertedShares['restate']> {
    return decideRestate(view.state(conversionKind, change.ownerId), change);
  }
}
