import type { SearchDocument } from '../types.ts'
import { readAttributes } from './attributes.ts'
import { columnValue, FIGURES } from './figures.ts'
import { createBatchWriter, type SearchBatch } from './search-batch.ts'

/** Makes a batch from documents. A cell's maker is a position in the list of slugs. */
export function batchOf(documents: readonly SearchDocument[]): { batch: SearchBatch; makers: readonly string[] } {
  const writer = createBatchWriter(documents.length)
  const makers: string[] = []
  const makerNumbers = new Map<string, number>()
  const cells = new Map<string, number>()

  function cellOf(document: SearchDocument): number {
    const slug = document.manufacturer
    const maker = makerNumbers.get(slug) ?? makers.push(slug) - 1
    makerNumbers.set(slug, maker)
    const profile = readAttributes(document)
    const key = JSON.stringify([maker, ...profile])
    const cell = cells.get(key) ?? writer.addCell({ maker, profile })
    cells.set(key, cell)
    return cell
  }

  for (const document of documents) {
    writer.nameText(document.name)
    if (document.family !== null) writer.otherText(document.family)
    for (const alias of document.aliases) writer.aliasText(alias)
    const figures = Float64Array.from(FIGURES, ({ name, kind }) => columnValue(kind, document[name]))
    writer.add(document.id, cellOf(document), figures)
  }
  return { batch: writer.take(), makers }
}
