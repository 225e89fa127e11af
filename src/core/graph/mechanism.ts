/** A data movement in two or three words, for an edge's label. */
export function shortMechanism(mechanism: string): string {
  if (mechanism.startsWith('cp.async.bulk.tensor')) return mechanism.includes('.shared') && !/tensor\.\dd\.global/.test(mechanism) ? 'tensor load' : 'tensor store';
  if (/^cp\.(?:reduce\.)?async\.bulk\.global/.test(mechanism)) return mechanism.startsWith('cp.reduce') ? 'bulk reduce' : 'bulk store';
  if (mechanism.startsWith('cp.async.bulk')) return 'bulk load';
  if (mechanism.startsWith('cp.async')) return 'cp.async';
  if (mechanism.startsWith('ordinary ')) return mechanism.slice('ordinary '.length);
  const access = /^(?:st|ld|red|atom|multimem\.[a-z]+)(?:\.async)?(?:\.(?:relaxed|release|acquire|acq_rel|volatile|weak|mmio))?(?:\.(?:sys|gpu|cta|cluster))?/.exec(mechanism);
  return access ? access[0] : mechanism;
}
