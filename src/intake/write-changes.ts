import { among, deleteAmong, upsertRows } from '../database/bulk.ts'
import type { RevisionLock } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import {
  CLASSES,
  IMPLEMENTS,
  LISTING_CONTACTS,
  LISTINGS,
  MACHINES,
  MANUFACTURERS,
  SOURCES,
} from '../database/tables/bulk-tables.ts'
import type { ListingContactTable } from '../database/tables/market.ts'
import type { RecordType } from './row-shapes.ts'
import type { Pile, WorkingSet } from './working-set.ts'

/** Writes all changes so far, each record with its own revision. */
export async function writeChanges(trx: Db, lock: RevisionLock, set: WorkingSet): Promise<void> {
  await upsertRows(trx, MANUFACTURERS, takeChanged(set.makers, lock))
  const classes = [...set.changedClasses].map((key) => ({ key, doc: set.classes.get(key)!.doc, revision: lock.next() }))
  set.changedClasses.clear()
  await upsertRows(trx, CLASSES, classes)
  await upsertRows(trx, MACHINES, takeChanged(set.machines, lock))
  await upsertRows(trx, IMPLEMENTS, takeChanged(set.implements, lock))
  const listings = [...set.changedListings].map((id) => {
    const listing = set.listings.get(id)!
    listing.revision = lock.next()
    return listing
  })
  set.changedListings.clear()
  await upsertRows(trx, LISTINGS, listings)
  const overtaken = listings.filter(({ id, status }) => (set.decisions.get(id)?.status ?? status) !== status)
  await deleteAmong(
    trx,
    'listing_decisions',
    'listing_id',
    overtaken.map(({ id }) => id),
  )
  await writeContacts(trx, set)
  await writeSources(trx, set)
}

function takeChanged<Row extends { id: number; slug: string; revision: number }>(
  pile: Pile<Row>,
  lock: RevisionLock,
): Row[] {
  const rows: Row[] = []
  for (const slug of pile.changed) {
    const row = pile.bySlug.get(slug)!
    row.revision = lock.next()
    rows.push(row)
  }
  pile.changed.clear()
  return rows
}

async function writeContacts(trx: Db, set: WorkingSet): Promise<void> {
  const changed = [...set.changedContacts].map((id) => set.contacts.get(id)!)
  set.changedContacts.clear()
  const isEmpty = ({ doc, texts }: ListingContactTable) => doc === '' && texts === ''
  const gone = changed.filter(isEmpty).map(({ listing_id }) => listing_id)
  await deleteAmong(trx, 'listing_contacts', 'listing_id', gone)
  await upsertRows(
    trx,
    LISTING_CONTACTS,
    changed.filter((row) => !isEmpty(row)),
  )
}

async function writeSources(trx: Db, set: WorkingSet): Promise<void> {
  const changed = [...set.changedSources].map((name) => {
    const [record_type, record_key] = name.split(' ') as [RecordType, string]
    return { record_type, record_key, doc: set.sources.get(name)! }
  })
  set.changedSources.clear()
  for (const type of new Set(changed.map(({ record_type }) => record_type))) {
    const gone = changed.filter(({ record_type, doc }) => record_type === type && doc === '')
    if (gone.length === 0) continue
    const keys = gone.map(({ record_key }) => record_key)
    await trx
      .deleteFrom('sources')
      .where('record_type', '=', type)
      .where(among(trx, 'record_key', keys))
      .execute()
  }
  await upsertRows(
    trx,
    SOURCES,
    changed.filter(({ doc }) => doc !== ''),
  )
}
