export interface Module {
  file: string
  tests: readonly string[]
  /** It remembers nothing from one question to the next, so that its tests may run for many changes in one process. */
  inOneProcess?: boolean
}

/** The modules that are changed, each with the tests that must notice. */
export const MODULES: Record<string, Module> = {
  'seen-rows': { file: 'src/intake/seen-rows.ts', tests: ['src/intake/seen-rows.test.ts'] },
  limiter: { file: 'src/keys/limiter.ts', tests: ['src/keys/memory-limiter.test.ts'] },
  outcome: { file: 'src/webhooks/outcome.ts', tests: ['src/webhooks/schedule.test.ts'] },
  claims: {
    file: 'src/webhooks/claims.ts',
    tests: ['src/webhooks/fair-shares.test.ts', 'test/webhooks/claims.test.ts'],
    inOneProcess: true,
  },
  'target-guard': {
    file: 'src/webhooks/target-guard.ts',
    tests: [
      'src/webhooks/target-guard.test.ts',
      'src/webhooks/address-rules.test.ts',
      'test/webhooks/target-guard.test.ts',
      'test/webhooks/resolver.test.ts',
    ],
  },
  'price-summary': { file: 'src/catalogue/price-summary.ts', tests: ['src/catalogue/price-summary.test.ts'] },
  implements: { file: 'src/catalogue/implements.ts', tests: ['src/catalogue/fitting.test.ts'] },
  'search-request': { file: 'src/search/search-request.ts', tests: ['src/search/search-request.test.ts'] },
  values: { file: 'src/market/values.ts', tests: ['src/market/values.test.ts'], inOneProcess: true },
  // The functions that decide field by field; what is read together has its own tests of pairs and corpus.
  'guard-listing': { file: 'src/guard/listing.ts:40-93', tests: ['src/guard/listing.test.ts'] },
  undo: {
    file: 'src/changes/undo.ts',
    tests: ['test/conformance/undo.test.ts', 'test/conformance/history.test.ts'],
    inOneProcess: true,
  },
  states: {
    file: 'src/history/states.ts',
    tests: [
      'test/conformance/states.test.ts',
      'test/conformance/history.test.ts',
      'test/conformance/feed-parts.test.ts',
    ],
    inOneProcess: true,
  },
  feed: { file: 'src/history/feed.ts', tests: ['test/conformance/feed-parts.test.ts'], inOneProcess: true },
  cursor: {
    file: 'src/history/cursor.ts',
    tests: ['src/history/cursor.test.ts', 'test/conformance/feed-parts.test.ts'],
    inOneProcess: true,
  },
}
