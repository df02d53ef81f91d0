/** The screen stays on while a hand is played, where the device lets it; a page that comes back asks anew. */
export function staysAwake(): () => void {
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
