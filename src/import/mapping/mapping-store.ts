import type { Db } from '../../database/schema.ts'
import type { MappingTable } from '../../database/tables/operator.ts'
import { recordAudit } from '../../history/audit.ts'
import { FROM_SHEET, type Mapping, OPEN, type StoredMapping } from './mapping.ts'

export async function listMappings(db: Db): Promise<StoredMapping[]> {
  return (await db.selectFrom('mappings').selectAll().orderBy('sender').execute()).map(toStored)
}

export async function findMapping(db: Db, sender: string): Promise<StoredMapping | undefined> {
  const row = await db.selectFrom('mappings').selectAll().where('sender', '=', sender).executeTakeFirst()
  return row && toStored(row)
}

export async function saveMapping(
  db: Db,
  { mapping, at: timestamp, who }: Omit<StoredMapping, 'sender'>,
): Promise<void> {
  const row = { mapping: JSON.stringify(undated(mapping)), at: timestamp, who }
  await db
    .insertInto('mappings')
    .values({ sender: mapping.sender, ...row })
    .onConflict((conflict) => conflict.column('sender').doUpdateSet(row))
    .execute()
}

/** Without a day of prices: next month it would be wrong. */
function undated(mapping: Mapping): Mapping {
  const { constants = {} } = mapping
  const day = constants['price.observed_at']
  if (day === undefined || day === FROM_SHEET) return mapping
  return { ...mapping, constants: { ...constants, 'price.observed_at': OPEN } }
}

export async function keepMapping(
  trx: Db,
  mapping: Mapping,
  actor: { by: 'console' | 'cli'; who: string },
  now: number,
) {
  const stored = await findMapping(trx, mapping.sender)
  if (stored && JSON.stringify(stored.mapping) === JSON.stringify(undated(mapping))) return
  await saveMapping(trx, { mapping, at: now, who: actor.who })
  await recordAudit(trx, actor, { action: 'mappings.save', target: mapping.sender, detail: {} }, now)
}

export async function removeMapping(db: Db, sender: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('mappings').where('sender', '=', sender).executeTakeFirst()
  return Number(numDeletedRows) === 1
}

const toStored = ({ mapping, ...row }: MappingTable): StoredMapping => ({ ...row, mapping: JSON.parse(mapping) })
