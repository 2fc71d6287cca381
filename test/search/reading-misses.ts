/**
 * Queries of the sets that are not read or answered as meant, and what of them is not; every other one is. The first
 * gives a machine of that price that its writer did not list; the second asks for a small machine of another kind.
 */
export const MISSED = {
  'पुराना ट्रैक्टर 3 लाख में': ['first'],
  'पेट्रोल वाला छोटा ट्रैक्टर स्वराज': ['first', 'in three'],
}

/** What only Meilisearch misses. */
export const MISSED_BY_MEILISEARCH = {}

export const MISREAD_NAMES: string[] = []
