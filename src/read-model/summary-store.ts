import { SLUG_PATTERN } from '../contract/values.ts'
import { grow } from '../memory/growable.ts'
import { createRowBytes } from '../memory/row-bytes.ts'
import { createRowTable, hashBytes } from '../memory/row-table.ts'
import type { MachineBatch } from './reading/machine-batch.ts'
import { slugEnd } from './summary-record.ts'

const SLUG = new RegExp(SLUG_PATTERN)

/** Holds, by row, what the index does not: a machine's record, slug and linkage. */
export function createSummaryStore() {
  const records = createRowBytes()
  const { chunkOf, startOf, endOf } = records
  let linkages = new Uint8Array(64)
  const bySlug = createRowTable((row) =>
    hashBytes(chunkOf(row), startOf(row), slugEnd(chunkOf(row), startOf(row), endOf(row))),
  )

  return {
    ...{ chunkOf, startOf, endOf, tidy: records.tidy },
    /** Adds or replaces these rows by the machines of a batch. */
    take({ chunk, filled, ends, linkages: given }: MachineBatch, rows: Uint32Array): void {
      const isNew = Array.from(rows, (row) => !records.has(row))
      const isKept = !isNew.includes(false) && records.adopt(chunk, filled, rows, ends)
      let start = 0
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at]!
        if (!isKept) records.put(row, chunk.subarray(start, ends[at]!))
        if (isNew[at]) bySlug.add(row, hashBytes(chunk, start, slugEnd(chunk, start, ends[at]!)))
        linkages = grow(linkages, row + 1)
        linkages[row] = given[at]!
        start = ends[at]!
      }
    },
    /** The row, or -1. */
    rowOfSlug(slug: string): number {
      if (slug.length > 200 || !SLUG.test(slug)) return -1
      const wanted = Buffer.from(slug, 'latin1')
      return bySlug.find(hashBytes(wanted, 0, wanted.length), (row) => {
        const chunk = chunkOf(row)
        const start = startOf(row)
        for (let at = 0; at < wanted.length; at++) if (chunk[start + at] !== wanted[at]) return false
        return slugEnd(chunk, start, endOf(row)) === start + wanted.length
      })
    },
    /** Bits of the linkage categories. */
    linkageOf: (row: number): number => linkages[row]!,
  }
}
