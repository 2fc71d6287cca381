import { DatabaseSync } from 'node:sqlite'
import { hpBand } from '../src/catalogue/sheet.ts'
import { FACETS } from '../src/contract/values.ts'
import type { SearchClass, SearchDocument, SearchMaker, SearchQuery } from '../src/search/types.ts'
import { tokenize } from '../src/text/fold.ts'

/** The same questions to SQLite: FTS5 for the text, one GROUP BY a facet. Without typos, other scripts of the same word, or ranking by field. */
export interface SqlSearch {
  search(query: SearchQuery): { ids: number[]; total: number }
  close(): void
}

const FIGURES = ['engine_hp', 'operating_weight_kg', 'lift_capacity_kg', 'price_from_inr']
const DATES = ['launched_at', 'published_at']

const ORDERS: Record<string, string> = {
  price_asc: 'price_from_inr',
  price_desc: 'price_from_inr DESC',
  weight_asc: 'operating_weight_kg',
  weight_desc: 'operating_weight_kg DESC',
  power_desc: 'engine_hp DESC',
  hp_desc: 'engine_hp DESC',
  hp_asc: 'engine_hp',
  lift_desc: 'lift_capacity_kg DESC',
  newest: 'published_at DESC',
  launched: 'launched_at DESC',
}

export function createSqlSearch(
  machines: Iterable<SearchDocument>,
  makers: ReadonlyMap<string, SearchMaker>,
  classes: ReadonlyMap<string, SearchClass>,
): SqlSearch {
  const database = new DatabaseSync(':memory:')
  const names = [...FACETS, ...FIGURES, ...DATES]
  database.exec(
    `CREATE TABLE machine (id INTEGER PRIMARY KEY, ${FACETS.join(' TEXT, ')} TEXT, ${FIGURES.join(' REAL, ')} REAL, ${DATES.join(' TEXT, ')} TEXT)`,
  )
  database.exec(`CREATE VIRTUAL TABLE words USING fts5(text, content='', prefix='2 3 4')`)
  const insert = database.prepare(`INSERT INTO machine VALUES (?${', ?'.repeat(names.length)})`)
  const insertWords = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  database.exec('BEGIN')
  for (const machine of machines) {
    const maker = makers.get(machine.manufacturer)
    const row: Record<string, unknown> = { ...machine, hp_band: hpBand(machine.engine_hp) }
    insert.run(machine.id, ...names.map((name) => (row[name] ?? null) as string | number | null))
    const text = [machine.name, machine.family, machine.kind, machine.power_source, machine.wheel_drive, maker?.name]
      .concat(maker?.aliases ?? [], machine.aliases, classes.get(machine.machine_class)?.words ?? [])
      .join(' ')
    insertWords.run(machine.id, tokenize(text).join(' '))
  }
  database.exec('COMMIT')
  for (const name of names) database.exec(`CREATE INDEX machine_${name} ON machine (${name})`)
  database.exec('ANALYZE')

  /** The conditions of a query but for one facet's own. */
  function conditions(query: SearchQuery, without: string): { where: string; values: Array<string | number> } {
    const parts = ["published_at <= '2026-11-15'"]
    const values: Array<string | number> = []
    for (const name of ['machine_class', 'manufacturer', 'kind', 'power_source', 'wheel_drive', 'lifecycle'] as const) {
      const wanted = query[name].split(',').filter((value) => value !== '')
      if (wanted.length === 0 || name === without) continue
      parts.push(`${name} IN (${wanted.map(() => '?').join()})`)
      values.push(...wanted)
    }
    const bound = (condition: string, value: string | number | null) => {
      if (value === null) return
      parts.push(condition)
      values.push(value)
    }
    if (without !== 'hp_band') {
      bound('engine_hp >= ?', query.hp_min)
      bound('engine_hp <= ?', query.hp_max)
    }
    bound('operating_weight_kg >= ?', query.weight_min)
    bound('operating_weight_kg <= ?', query.weight_max)
    bound('price_from_inr <= ?', query.price_max)
    bound('launched_at >= ?', query.launched_since)
    const words = tokenize(query.q)
    if (words.length > 0) {
      parts.push('id IN (SELECT rowid FROM words WHERE words MATCH ?)')
      values.push(`${words.map((word) => `"${word}"`).join(' ')}*`)
    }
    return { where: parts.join(' AND '), values }
  }

  return {
    search(query) {
      const all = conditions(query, '')
      const total = database.prepare(`SELECT count(*) AS total FROM machine WHERE ${all.where}`).get(...all.values)
      const order = ORDERS[query.sort ?? 'newest']!
      const page = database.prepare(
        `SELECT id FROM machine WHERE ${all.where} ORDER BY ${order} NULLS LAST, id LIMIT ? OFFSET ?`,
      )
      const ids = page.all(...all.values, query.limit, query.offset).map((row) => Number(row.id))
      for (const facet of FACETS) {
        const { where, values } = conditions(query, facet)
        database.prepare(`SELECT ${facet}, count(*) FROM machine WHERE ${where} GROUP BY ${facet}`).all(...values)
      }
      return { ids, total: Number(total!.total) }
    },
    close: () => database.close(),
  }
}
