/** A list of the server's that is asked for again after everything that may have changed it. */
export class RefreshableList<T> {
  rows = $state<readonly T[]>([]);
  failure = $state<unknown>(null);

  constructor(private readonly load: () => Promise<readonly T[]>) {
    void this.after(Promise.resolve());
  }

  /** Waits for some work, and shows what is there after it. */
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
