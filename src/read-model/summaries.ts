import type { MachineRow } from '../catalog/catalogue-rows.ts'
import type { ClassRecord, MachineFacts, Manufacturer } from '../catalog/records.ts'
import { underBase } from '../schema/api/serialize.ts'
import { namesWhere } from '../schema/records/field.ts'
import { FIGURES, MACHINE } from '../schema/records/machine.ts'

/** Columns of a machine's row that its summary shows. */
const COLUMNS = ['price_from_inr', 'price_to_inr', 'price_kind', 'price_as_of', 'published_at'] as const
const FIELDS = namesWhere(MACHINE, ({ summary }) => summary === true)
const FROM_FACTS: ReadonlySet<string> = new Set([...FIELDS, ...FIGURES])
/** Texts that differ from machine to machine. */
const UNSHARED: ReadonlySet<string> = new Set(['name', 'image'])

/** The known summary fields and numeric fields of a machine. */
type SummaryValues = Record<string, unknown>

/** What the summaries of a class share, as JSON. */
export type ClassSummary = ReturnType<typeof summarizeClass>

export function summarizeClass({ key, plate, hours_a_year }: ClassRecord) {
  const cells = plate.map(({ key, label, label_hi, label_ta, unit }) => {
    const cell = { key, label, label_hi: label_hi ?? null, label_ta: label_ta ?? null, unit }
    const fallback = key === 'hours_a_year' ? hours_a_year : undefined
    return { key, prefix: `${JSON.stringify(cell).slice(0, -1)},"value":`, fallback }
  })
  return { key: JSON.stringify(key), cells }
}

export function summarizeManufacturer({ slug, name }: Pick<Manufacturer, 'slug' | 'name'>): string {
  return JSON.stringify({ slug, name })
}

function plateJson({ cells }: ClassSummary, values: SummaryValues): string {
  return cells
    .flatMap(({ key, prefix, fallback }) => {
      const value = values[key] ?? fallback
      return typeof value === 'number' ? [`${prefix}${value}}`] : []
    })
    .join()
}

const UNKNOWN = Object.fromEntries(
  FIELDS.map((name) => {
    const field = MACHINE[name as keyof typeof MACHINE]
    return [name, 'default' in field ? JSON.stringify(field.default) : 'null']
  }),
)
const PREFIXED = FIELDS.map((name, i) => [name, `${i === 0 ? '{' : ','}"${name}":`] as const)

/** The summaries of all machines by row: plain objects, rendered as JSON for each response. */
export function createSummaries() {
  const slugs: string[] = []
  const valuesOf: SummaryValues[] = []
  const rowsBySlug = new Map<string, number>()
  const sharedTexts = new Map<string, string>()

  function share(name: string, value: unknown): unknown {
    if (typeof value !== 'string' || UNSHARED.has(name)) return value
    return sharedTexts.getOrInsert(value, value)
  }

  return {
    put(row: number, machine: MachineRow, facts: MachineFacts): void {
      const values: SummaryValues = {}
      for (const [name, value] of Object.entries(facts))
        if (FROM_FACTS.has(name) && value !== null) values[name] = share(name, value)
      for (const name of COLUMNS) if (machine[name] !== null) values[name] = share(name, machine[name])
      if (machine.media_image !== null) values.image ??= machine.media_image
      valuesOf[row] = values
      slugs[row] = machine.slug
      rowsBySlug.set(machine.slug, row)
    },
    /** The row, or -1. */
    rowOf: (slug: string): number => rowsBySlug.get(slug) ?? -1,
    /** Renders a summary in the contract's order. An image stored by its path alone comes under the base URL. */
    render(row: number, id: number, manufacturer: string, machineClass: ClassSummary, base: string): string {
      const values = valuesOf[row]!
      let json = ''
      for (const [name, prefix] of PREFIXED) {
        json += prefix
        if (name === 'id') json += id
        else if (name === 'slug') json += `"${slugs[row]}"`
        else if (name === 'manufacturer') json += manufacturer
        else if (name === 'machine_class') json += machineClass.key
        else if (name === 'plate') json += `[${plateJson(machineClass, values)}]`
        else {
          const value = values[name]
          if (value === undefined) json += UNKNOWN[name]
          else if (typeof value !== 'string') json += value
          else json += JSON.stringify(name === 'image' ? underBase(base, value) : value)
        }
      }
      return `${json}}`
    },
  }
}
