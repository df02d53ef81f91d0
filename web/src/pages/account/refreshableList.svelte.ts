/** A list from the server that is fetched again after every change. */
export class RefreshableList<T> {
  rows = $state<readonly T[]>([]);
  failure = $state<unknown>(null);

  constructor(private readonly load: () => Promise<readonly T[]>) {
    void this.after(Promise.resolve());
  }

  /** Waits for some work, then reloads the list. */
  async after(work: Promise<unknown>): Promise<void> {
    try {
      await work;
      this.rows = await this.load();
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
  }
}
