import type { Proven } from './tests.ts'

const FAULTS = 'test/faults/webhooks.test.ts'
const TIME = 'test/webhooks/time.test.ts'
const POST = 'test/webhooks/post.test.ts'
const TARGETS = 'test/webhooks/target-guard.test.ts'
const LOSS = 'test/conformance/connection-loss.test.ts'

/** Faults that tests of the suite prove. They run with the numbers of the suite, which are smaller than the list's. */
export const PROVEN: readonly Proven[] = [
  {
    number: 1,
    what: 'sender killed between claim and POST',
    bar: '0 lost',
    proofs: [[FAULTS, 'lose nothing when senders are killed']],
  },
  {
    number: 2,
    what: 'sender killed after 200, before recording',
    bar: 'repeats share id and bytes',
    proofs: [[FAULTS, 'lose nothing when senders are killed']],
  },
  {
    number: 3,
    what: 'writer killed between data and event',
    bar: 'exactly one event a change',
    proofs: [[FAULTS, 'record exactly one event']],
  },
  {
    number: 4,
    what: 'several senders, no faults',
    bar: '0 duplicate POSTs',
    proofs: [[FAULTS, 'never send a request twice']],
  },
  {
    number: 5,
    what: 'sender paused past its lease',
    bar: 'stale completion rejected',
    proofs: [[TIME, 'does not let a late outcome undo a newer one']],
  },
  {
    number: 6,
    what: 'one receiver hangs, nine are healthy',
    bar: 'the nine are reached',
    proofs: [[FAULTS, 'reach nine receivers']],
  },
  {
    number: 7,
    what: 'receiver down for 6 h (fake clock)',
    bar: 'all delivered, attempts within ±20 %',
    proofs: [[TIME, 'keeps to its schedule through six hours']],
  },
  { number: 9, what: 'redirects to a canary', bar: '0 hits', proofs: [[TARGETS, 'never follows a redirect']] },
  {
    number: 10,
    what: '410; 429 with Retry-After; garbage in it',
    bar: 'disabled at once; clamped; unchanged',
    proofs: [
      [TIME, 'disables at 410'],
      [TIME, 'waits as long as the receiver asks'],
    ],
  },
  {
    number: 11,
    what: 'no connection, not HTTP, half-close',
    bar: 'each a reason of its own',
    proofs: [
      [POST, 'calls anything but HTTP'],
      [POST, 'gives up on a connection'],
    ],
  },
  {
    number: 12,
    what: 'endless answers of receivers',
    bar: 'cut at 20 kB or 15 s',
    proofs: [
      [POST, 'reads at most 20 kB'],
      [POST, 'lets the status decide'],
    ],
  },
  {
    number: 13,
    what: 'rotation of a secret',
    bar: 'old and new verify for 24 h',
    proofs: [[TIME, 'signs with both secrets for a day']],
  },
  {
    number: 14,
    what: 'tampered body, id or timestamp',
    bar: '0 verify',
    proofs: [['src/webhooks/signing.test.ts', 'is verified by the Standard Webhooks library']],
  },
  {
    number: 15,
    what: 'event while disabled, replay',
    bar: 'listed, replayable, same id',
    proofs: [['test/webhooks/commands.test.ts', 'enables a disabled subscription']],
  },
  {
    number: 16,
    what: 'subscription deleted with deliveries queued',
    bar: '0 POSTs after',
    proofs: [['test/webhooks/sender.test.ts', 'sends nothing for a deleted subscription']],
  },
  {
    number: 18,
    what: 'age of the oldest undelivered event while its receiver throttles',
    bar: 'throttled events count',
    proofs: [[TIME, 'counts throttled events into the age']],
  },
  {
    number: 19,
    what: '60+ spellings of private targets, at creation and send',
    bar: '0 connections',
    proofs: [[TARGETS, 'never touches a private target']],
  },
  {
    number: 20,
    what: 'DNS that changes its mind',
    bar: '0 hits',
    proofs: [['test/webhooks/resolver.test.ts', 'never connects to loopback through a name server']],
  },
  {
    number: 21,
    what: 'mixed public and private addresses',
    bar: 'refused',
    proofs: [[TARGETS, 'refuses a name that mixes']],
  },
  {
    number: 22,
    what: 'user-info, over 2,048 characters',
    bar: '4xx',
    proofs: [
      ['src/webhooks/target-guard.test.ts', 'refuses other schemes, ports, user-info'],
      ['src/webhooks/target-guard.test.ts', 'takes at most 2,048 characters'],
    ],
  },
  {
    number: 23,
    what: 'private targets by ping and replay',
    bar: '0 connections',
    proofs: [
      ['test/webhooks/private-targets.test.ts', 'never touches a private target by ping'],
      ['test/webhooks/private-targets.test.ts', 'never touches loopback by ping'],
    ],
  },
  {
    number: 24,
    what: 'key revoked under load on three replicas',
    bar: 'last 200 ≤ 5 s later',
    proofs: [['test/faults/keys-processes.test.ts', 'refuse a revoked key within 5 seconds']],
  },
  {
    number: 25,
    what: 'dump of the database',
    bar: 'no key, no secret in the clear',
    proofs: [
      ['test/keys/key-store.test.ts', 'are made with a string that is kept only as its SHA-256'],
      ['test/http/webhooks.test.ts', 'keep no secret in the clear'],
    ],
  },
  {
    number: 26,
    what: 'one character of a key changed',
    bar: '401 without a query',
    proofs: [['test/keys/keyring.test.ts', 'refuses one flipped character without a query']],
  },
  {
    number: 27,
    what: "another key's webhook",
    bar: '404',
    proofs: [['test/http/webhooks.test.ts', 'belong to their key alone']],
  },
  {
    number: 28,
    what: 'logs after requests with keys',
    bar: '0 keys',
    proofs: [['test/http/access.test.ts', 'never holds a key']],
  },
  {
    number: 29,
    what: 'search engine killed, or answering nonsense',
    bar: '0 5xx, the database answers',
    proofs: [
      ['test/faults/meilisearch.test.ts', 'are answered by the database when it is killed'],
      ['test/faults/meilisearch.test.ts', 'a hang-up makes the database answer'],
      ['test/faults/meilisearch.test.ts', 'a wrong key makes the database answer'],
    ],
  },
  {
    number: 36,
    what: 'import killed again and again',
    bar: 'whole batches, intact database',
    proofs: [['test/faults/import.test.ts', 'that is killed leaves whole batches']],
  },
  {
    number: 39,
    what: 'the labelled texts of the corpus',
    bar: 'each judged rightly but the known misses',
    proofs: [['test/guard/guard.test.ts', 'every text is judged rightly']],
  },
  {
    number: 41,
    what: 'PostgreSQL connection cut inside a transaction: database, sender, catalogue, import',
    bar: 'no process ends, nothing lost',
    proofs: [
      [LOSS, 'fails that transaction with an error'],
      [LOSS, 'costs the sender nothing'],
      [LOSS, 'keeps no change from the catalogue'],
      [LOSS, 'costs an import nothing'],
    ],
  },
  {
    number: 46,
    what: 'writer lock held (full: for 60 s)',
    bar: 'writes 503 in time and not done later; commands get through',
    proofs: [
      ['test/faults/database.test.ts', 'answers reads as ever, writes with 503'],
      ['test/conformance/held-lock.test.ts', 'a request is told so in time'],
      ['test/conformance/held-lock.test.ts', 'a command waits its turn'],
    ],
  },
  {
    number: 47,
    what: 'PostgreSQL frozen (full: for 20 s)',
    bar: 'no 500; 503 for what needs it',
    proofs: [['test/faults/database.test.ts', 'a service whose PostgreSQL is frozen']],
  },
  {
    number: 48,
    what: 'a small gzip that unfolds to 700,000 rows (full: 3,000,000); a CSV header of 200,000 columns',
    bar: 'flat memory, a clear refusal',
    proofs: [
      ['test/intake/hostile-files.test.ts', 'takes a small gzip'],
      ['test/intake/import-command.test.ts', 'refuses a header of 200,000 columns'],
    ],
  },
  {
    number: 49,
    what: 'disabled subscription or ended key during many changes (full: 400,000)',
    bar: 'bounded by the retention',
    proofs: [[TIME, 'drops what has waited for longer than the retention']],
  },
  {
    number: 50,
    what: 'clock a day ahead and back',
    bar: 'no retry later than its schedule',
    proofs: [[TIME, 'is late for nothing when the clock']],
  },
  {
    number: 52,
    what: 'database restored to a smaller revision beside two replicas, records removed, a maker renamed',
    bar: 'search, used, gaps and pages as after a fresh start within 5 s',
    proofs: [['test/faults/restored.test.ts', 'shows on each of them as after a fresh start']],
  },
  {
    number: 54,
    what: 'contacts split over two to four fields of a listing, in every pair of places',
    bar: 'none can be read together on page, API or for agents; honest figures stay',
    proofs: [['test/faults/split-contacts.test.ts', 'a contact that is split over fields']],
  },
  {
    number: 55,
    what: 'a SQLite file with 16 kB overwritten; a PostgreSQL that became read-only',
    bar: 'doctor fails and names it, /readyz tells, an import says it and keeps nothing',
    proofs: [
      ['test/faults/operator.test.ts', 'a PostgreSQL that became read-only is named'],
      ['test/faults/operator.test.ts', 'a SQLite file with 16 kB overwritten is named'],
    ],
  },
  {
    number: 58,
    what: '300 contacts split over fields in every order, numbers included',
    bar: 'none live and whole; of 300 honest listings none touched, at most 2 waiting',
    proofs: [
      ['test/guard/splits.test.ts', 'a number in pieces over any fields'],
      ['test/guard/splits.test.ts', 'kilometres and hours that words tell'],
      ['test/guard/splits.test.ts', 'honest listings full of figures'],
    ],
  },
  {
    number: 59,
    what: 'sixty hostile photographs: bombs, polyglots, SVG, metadata, broken ones',
    bar: "none of the file's own bytes is served, memory + < 300 MB",
    proofs: [['test/faults/photographs.test.ts', 'of sixty hostile photographs']],
  },
  {
    number: 60,
    what: 'reader of `/v1/changes` with random page sizes through renames, class edits, withdrawals, undo; both killed',
    bar: 'the copy is the catalogue, every label right for that copy',
    proofs: [['test/faults/feed.test.ts', 'are killed again and again, and the copy is the catalogue']],
  },
]
