/** The player's coins, as they were last fetched. All pages share them. */

import { api } from '../wire/api';
import type { WalletInfo } from '../wire/types';

class Wallet {
  info = $state.raw<WalletInfo | null>(null);

  readonly refresh = (): Promise<void> => this.take(api.purse());
  readonly takeGift = (): Promise<void> => this.take(api.takeGift());
  readonly takeRelief = (): Promise<void> => this.take(api.takeRelief());

  private async take(asked: Promise<WalletInfo>): Promise<void> {
    this.info = await asked;
  }
}

export const wallet = new Wallet();
