import { EQUIPMENT } from '../../src/records/machine-questions.ts'
import { readAttributes } from '../../src/search/index/attributes.ts'
import { factBits } from '../../src/search/index/completeness.ts'
import { columnValue, FIGURES } from '../../src/search/index/figures.ts'
import { createBatchWriter } from '../../src/search/index/search-batch.ts'
import type { SearchIndex } from '../../src/search/search-index.ts'
import type { SearchDocument } from '../../src/search/types.ts'
import { equipmentWords } from '../../src/search/words/equipment.ts'

/** Takes machines that are objects into an index. A cell's maker is a position in the list of slugs. */
export function takeDocuments(index: SearchIndex, given: Iterable<SearchDocument>): void {
  const documents = [...given]
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
    for (const field of EQUIPMENT) writer.words(equipmentWords(field, document[field] ?? ''))
    for (const alias of document.aliases) writer.aliasText(alias)
    const figures = Float64Array.from(FIGURES, ({ name, kind }) => columnValue(kind, document[name]))
    writer.add(document.id, cellOf(document), figures, factBits(document.known ?? []))
  }
  index.taker((number) => makers[number]!)(writer.take())
  index.settle()
}
