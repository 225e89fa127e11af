const PATIENCE = 10_000;

/**
 * Runs a check again until it passes: the panel draws some time after a key, a click or a message.
 * Throws what the check threw last when it has not passed after ten seconds.
 */
export async function eventually(check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
