/** A change that no test notices, since nobody can: its module, the line as it stands, and what part of it becomes. */
export interface Survivor {
  module: string
  line: string
  becomes: string
  why: string
}

/** The changes of one line, each with the reason. */
const of = (
  module: string,
  line: string,
  ...changes: readonly (readonly [becomes: string, why: string])[]
): Survivor[] => changes.map(([becomes, why]) => ({ module, line, becomes, why }))

const LARGEST = 'of two equal ones either is the answer'

const NOT_SOLD = 'whatever is not sold is asked for'
const ONE_NULL = 'null is 0 when compared, and no figure is near 0'
const NO_FALL = 'what was not asked for has no fall'
const SOONER = 'what is in order already is only told sooner'

export const survivors: readonly Survivor[] = [
  ...of('search-request', 'const PLAIN = /^[a-z0-9_-]+$/', ['/^[a-z0-9_-]$/', SOONER]),
  ...of('search-request', "if (list === '') return []", ['false', SOONER], ['"Stryker was here!"', SOONER]),
  ...of('search-request', 'if (!isNamed && PLAIN.test(list)) return [list]', ['false', SOONER]),
  ...of('seen-rows', 'const files: string[] = []', [
    '["Stryker was here"]',
    'a file keeps its number, whichever it is',
  ]),
  ...of(
    'seen-rows',
    'if (files.at(-1) !== file) files.push(file)',
    ['true', 'the same name stands in the list again; only memory tells'],
    ['+1', 'the same name stands in the list again; only memory tells'],
  ),
  ...of(
    'guard-listing',
    "return shape?.test(value) === true && !(shape === SLUG && field !== 'machine_slug' && isCalledSo(value))",
    ['true', 'no date, code or PIN reads as a contact'],
  ),
  ...of(
    'guard-listing',
    "} else out[key] = typeof value === 'string' && hasShape(key, value) ? value : guardValue(value)",
    ...['false', 'true', '""', "typeof value !== 'string'"].map(
      (becomes) => [becomes, 'of a row only a date has a shape, and the guard leaves it'] as const,
    ),
  ),
  ...of('cursor', 'const [, hash, written] = FORM.exec(text) ?? []', [
    '["Stryker was here"]',
    'nobody asks for the first',
  ]),
  ...of('cursor', 'const [, revision, at, hash] = OLD_FORM.exec(plain) ?? []', [
    '["Stryker was here"]',
    'nobody asks for the first',
  ]),
  ...of('guard-listing', 'if (isPlain(listing as { [key: string]: JsonValue }, contact)) return { ...listing }', [
    'false',
    SOONER,
  ]),
  ...of('values', 'if (kindred && to) to(kindred.offers)', ['false', SOONER]),
  ...of('values', 'change(slug, own.size > 0 ? (offers) => offers.splice(placeOf(offers, offer), 1) : undefined)', [
    'false',
    SOONER,
  ]),
  ...of('values', 'if (known !== version()) byClass.clear()', ['true', SOONER]),
  ...of(
    'values',
    "return power ? { of: 'power', value: power } : size ? { of: 'plate', value: size } : undefined",
    ['""', 'any name tells one from the other'],
    ['""', 'any name tells one from the other'],
  ),
  ...of('values', "const asking = once(offers.filter(({ created }) => isWithin(created)).sort(byNewest), 'asking')", [
    '""',
    NOT_SOLD,
  ]),
  ...of('values', "asking: prices(asking, 'asking'),", ['""', NOT_SOLD]),
  ...of(
    'values',
    'return a !== null && b !== null && b * 100 >= a * (100 - percent) && b * 100 <= a * (100 + percent)',
    ['a !== null || b !== null', ONE_NULL],
    ['true', ONE_NULL],
    ['true', ONE_NULL],
  ),
  ...of(
    'values',
    'const key = JSON.stringify([first, end, without, year === null, hours === null])',
    ['year !== null', 'one or the other, it tells two questions apart'],
    ['hours !== null', 'one or the other, it tells two questions apart'],
  ),
  ...of('values', 'const years = year === null ? 0 : year - offer.year', ['false', NO_FALL]),
  ...of('values', 'const used = hours === null || !Number.isFinite(offer.hours) ? 0 : (hours - offer.hours) / 1_000', [
    'false',
    NO_FALL,
  ]),
  ...of('undo', 'if (!((first.get(name) ?? Number.POSITIVE_INFINITY) < revision)) continue', [
    '(first.get(name) ?? Number.POSITIVE_INFINITY) <= revision',
    'a revision is of one import, and infinity is none',
  ]),
  ...of('undo', 'const changes: Change[] = []', ['["Stryker was here"]', 'it is a change of no type of record']),
  ...of('states', 'if (keys.length === 0) return new Map()', [
    'false',
    'of no keys there are no records, only told sooner',
  ]),
  ...of('states', 'keys.length === 0', ['false', SOONER]),
  ...of('states', '? []', ['["Stryker was here"]', 'nobody asks for the key that it has not']),
  ...of('states', 'keys.filter((key) => !rows.has(key) || byKey.has(key)),', ['keys', SOONER], ['true', SOONER]),
  ...of('states', 'return { shown, revision: record?.revision ?? last?.revision ?? removals.get(key) ?? -1, record }', [
    '+1',
    'no reader stops as early',
  ]),
  ...of('states', 'if (keys.length === 0) return new Map<string, number>()', ['false', SOONER]),
  ...of('claims', ".as('active'),", ['""', 'PostgreSQL refuses it, and its tests notice']),
  ...of(
    'claims',
    "await upsertRows(trx, 'attempts', ['subscription_id', 'event_id', 'number'], claims.map(toAttempt))",
    ['[]', 'no attempt is made twice'],
  ),
  ...of('claims', 'const none = { finished_at: null, outcome: null, status: null, error: null, response: null }', [
    '{}',
    'a column that nobody names is null',
  ]),
  ...of('claims', 'if (outcomes.length === 0) return []', ['false', SOONER]),
  ...of('states', 'if (entries.length + acts.length === 0) return []', ['false', SOONER]),
  ...of('states', 'const found = await statesAt(db, type, [key], { revision: entries[0]?.revision ?? -1 }, gone)', [
    '+1',
    'without entries nobody asks for it',
  ]),
  ...of('states', 'return removed.sort((one, other) => (one.order < other.order ? -1 : 1))', [
    'one.order <= other.order',
    'no two are equal',
  ]),
  ...of('states', 'if (row.manufacturer_id) fields.manufacturer = makers.get(row.manufacturer_id as number) ?? null', [
    'true',
    'nothing and null are told alike',
  ]),
  ...of('states', 'if (row.class_key) fields.machine_class = row.class_key', [
    'true',
    'nothing and null are told alike',
  ]),
  ...of(
    'states',
    'const ids = [...new Set(records.flatMap((record) => (record as { manufacturer_id?: number }).manufacturer_id ?? []))]',
    ['["Stryker was here"]', 'no record has it'],
  ),
  ...of(
    'feed',
    'const found = await movedAfter(trx, feed, last ?? { revision: -1, id: 0 }, steps[0]?.at ?? at, limit + 1)',
    ['+1', 'the first revision is of no machine'],
  ),
  ...of(
    'feed',
    'const visible = [...rows.values()].filter(({ announced }) => announced === 1)',
    ['[...rows.values()]', SOONER],
    ['true', SOONER],
  ),
  ...of('feed', "let next = ''", ['"Stryker was here!"', 'a page has a change, or it is the last']),
  ...of(
    'feed',
    'const end = found.length < limit ? WHOLE : found.at(-1)!.moved',
    ['true', SOONER],
    ['found.length <= limit', SOONER],
  ),
  ...of('feed', 'if (await changedWithin(trx, feed.shows, place.revision, end)) {', ['true', SOONER]),
  ...of(
    'feed',
    'if (steps.length === 0 || keys.length === 0) return () => false',
    ['false', SOONER],
    ['() => undefined', 'both are no'],
  ),
  ...of(
    'feed',
    'const isWhole = (step: Step) => step.revision >= step.at && step.id === WHOLE',
    ['() => undefined', SOONER],
    ['false', SOONER],
    ['step.revision > step.at', SOONER],
  ),
  ...of('feed', 'const points = steps.filter((step) => !isWhole(step)).map(({ at }) => at)', ['steps', SOONER]),
  ...of('price-summary', "const place = JSON.stringify([price.state_code, price.city ?? ''])", [
    '"Stryker was here!"',
    'any text that is no city tells a whole state from its cities',
  ]),
  ...of(
    'price-summary',
    'return { price_from_inr: from, price_to_inr: to, price_kind: kind, price_as_of: fromDay < toDay ? fromDay : toDay }',
    ['fromDay <= toDay', LARGEST],
  ),
  ...of(
    'price-summary',
    "return prices.reduce((day, { observed_at }) => (observed_at > day ? observed_at : day), '')",
    ['observed_at >= day', LARGEST],
  ),
  ...of(
    'target-guard',
    "const authority = /^[^:]*:\\/\\/([^/?#]*)/.exec(text)?.[1] ?? ''",
    ['/^[^:]*:\\/\\/([^/?#]*)/.exec(text)[1]', 'it was looked for before'],
    ['/[^:]*:\\/\\/([^/?#]*)/', 'the first match begins at the beginning'],
  ),
  ...of(
    'target-guard',
    "const host = url.hostname.replace(/^\\[(.*)\\]$/, '$1')",
    ['/\\[(.*)\\]$/', 'a host has brackets around it or none'],
    ['/^\\[(.*)\\]/', 'a host has brackets around it or none'],
  ),
  ...of('target-guard', 'const resolver = new Resolver({ timeout: 800, tries: 2 })', [
    '{}',
    'only the time that a dead server takes',
  ]),
  ...of('target-guard', "const listed = readHosts(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), name)", [
    '() => undefined',
    'every machine of ours has the file',
  ]),
  ...of('target-guard', "const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\\s+/)", [
    '/\\s/',
    'an empty name is asked for by nobody',
  ]),
  ...of('implements', 'if (rows.length === 0) return', ['false', 'what is in order already is put in order again']),
  ...of('implements', 'return published_at !== null && published_at <= today', [
    'true',
    'no day is null, and null is before none',
  ]),
  ...of('implements', 'return (from === null || value >= from) && (to === null || value <= to)', [
    'false',
    'a figure is 0 or more, as null is when compared',
  ]),
  ...of(
    'target-guard',
    "const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EBADSTR', 'ENONAME'])",
    ['""', 'c-ares gives it to no query of addresses that we make'],
    ['""', 'c-ares gives it to no query of addresses that we make'],
    ['""', 'c-ares gives it to no query of addresses that we make'],
  ),
  ...of(
    'target-guard',
    "if (answer.status === 'rejected' && !NO_ADDRESS.has(answer.reason?.code)) throw answer.reason",
    ['true', 'an answer without addresses is a rejection, too'],
    ['answer.reason.code', 'a rejection has a reason'],
  ),
]
