/** One's coins, as they were last asked for: the same on every page. */

import { api } from '../wire/api';
import type { PurseInfo } from '../wire/types';

class Purse {
  info = $state.raw<PurseInfo | null>(null);

  readonly look = (): Promise<void> => this.take(api.purse());
  readonly takeGift = (): Promise<void> => this.take(api.takeGift());
  readonly takeRelief = (): Promise<void> => this.take(api.takeRelief());

  private async take(asked: Promise<PurseInfo>): Promise<void> {
    this.info = await asked;
  }
}

export const purse = new Purse();
