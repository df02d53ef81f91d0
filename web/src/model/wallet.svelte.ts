/** The player's coins, as they were last fetched. All pages share them. */

import { api } from '../wire/api';
import type { WalletInfo } from '../wire/types';

class Wallet {
  info = $state.raw<WalletInfo | null>(null);

  readonly refresh = (): Promise<void> => this.storeWhenLoaded(api.purse());
  readonly takeGift = (): Promise<void> => this.storeWhenLoaded(api.takeGift());
  readonly takeRelief = (): Promise<void> => this.storeWhenLoaded(api.takeRelief());

  private async storeWhenLoaded(asked: Promise<WalletInfo>): Promise<void> {
    this.info = await asked;
  }
}

export const wallet = new Wallet();
