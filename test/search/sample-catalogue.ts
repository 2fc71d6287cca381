import type { ClassRecord } from '../../src/catalogue/records.ts'
import { type SearchClass, type SearchMaker, toSearchClass } from '../../src/search/types.ts'
import { readSample } from '../sample/sample-rows.ts'
import type { Catalogue } from './oracle.ts'
import { readSampleIndex, type SampleIndex } from './sample-index.ts'

const TODAY = '2026-11-15'

/** The bundled catalogue as both engines take it. */
export function readSampleCatalogue(): SampleIndex & { catalogue: Catalogue } {
  const makers = new Map<string, SearchMaker>()
  for (const { type, slug, name, aliases = [] } of readSample('catalogue.ndjson')) {
    if (type === 'manufacturer') makers.set(slug, { slug, name, aliases: aliases as string[] })
  }
  const classes = new Map<string, SearchClass>()
  for (const row of readSample('classes.ndjson') as unknown as ClassRecord[]) {
    classes.set(row.key, toSearchClass(row))
  }
  const { index, machines } = readSampleIndex(TODAY)
  const values = new Set(
    [...machines.values()]
      .flatMap(({ kind, power_source, wheel_drive }) => [kind, power_source, wheel_drive])
      .filter((value) => value !== null),
  )
  return {
    index,
    machines,
    catalogue: { makers, classes, machines, today: TODAY, values, powerFor: index.known.powerFor },
  }
}
