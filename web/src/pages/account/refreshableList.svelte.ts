/** A list from the server that is fetched again after each change to it. */
export class RefreshableList<T> {
  rows = $state<readonly T[]>([]);
  failure = $state<unknown>(null);

  constructor(private readonly load: () => Promise<readonly T[]>) {
    void this.reloadAfter(Promise.resolve());
  }

  /** Waits until the change is done, then fetches the list again. */
  async reloadAfter(work: Promise<unknown>): Promise<void> {
    try {
      await work;
      this.rows = await this.load();
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
  }
}
