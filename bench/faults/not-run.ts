/** Faults without a command of their own yet, and why. They are told aloud, so that nobody takes them for passed. */
export const NOT_RUN: Readonly<Record<number, readonly [what: string, why: string]>> = {
  8: ['1,000 receivers recover together', 'no test measures the busiest second yet'],
  17: ['disk full', 'needs a small file system of its own, which takes rights that a test run does not have'],
  18: ['age of the oldest undelivered event', 'the gauge has no test with throttled events yet'],
  23: ['private targets by ping and replay', 'both send through the guard that 19 and 20 try; no run of their own yet'],
  30: [
    'search engine flapping every 5 s for 5 min',
    'bench/engines-flapping.ts does it against a Meilisearch of its own; it is not part of this command yet',
  ],
  31: ['SIGTERM at 500 requests a second, rolling three replicas', 'no balancer to roll behind yet'],
  34: ['Schemathesis, 50,000 cases', 'Schemathesis is not part of the packages; 35 is the nearest that runs'],
  37: ['SQLite older than 3.51.3', 'the runtime brings its own SQLite; no older one to start on'],
  38: ['reader open for 10 min under writes', 'no run of its own yet'],
}
