/**
 * Keeps the screen on if the device allows it, and requests the lock again when the page becomes visible. Returns a
 * function that ends this.
 */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const request = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    const got = await navigator.wakeLock.request('screen').catch(() => null);
    if (isOver) void got?.release();
    else lock = got;
  };
  const ask = (): void => void request();
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
