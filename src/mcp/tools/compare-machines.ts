import { comparablePrices, judge } from '../../catalogue/comparison.ts'
import { Machine } from '../../contract/machine.ts'
import { answerWithItems, knownFields, unknownSlug } from '../answer.ts'
import type { Tool } from '../tool.ts'

const MAX_MACHINES = 5
/** These head the comparison, or do not describe the machine. */
const HEAD = ['slug', 'name', 'manufacturer', 'machine_class', 'lifecycle'] as const
const DATED_PRICE = ['price_from_inr', 'price_to_inr', 'price_kind', 'price_as_of', 'verified_at'] as const
const APART: ReadonlySet<string> = new Set([
  ...HEAD,
  ...DATED_PRICE,
  ...['id', 'section', 'is_sample', 'image', 'hp_band', 'launch_note', 'published_at', 'completeness'],
])
const COMPARED = Object.entries(Machine.properties)
  .filter(([name, schema]) => !APART.has(name) && (schema as { type?: unknown }).type !== 'array')
  .map(([name]) => name as keyof Machine)

interface Row {
  field: string
  values: unknown[]
  differs: boolean
  /** The slugs of the best; absent where the figure has no better. */
  best?: string[]
}

export const compareMachines: Tool = {
  name: 'compare_machines',
  title: 'Compare machines',
  description: `Sets 2 to ${MAX_MACHINES} machines side by side. \`machines\` gives who they are and what they cost, in the order you asked; each of \`rows\` has the values of one field in that order, whether they differ, and under \`best\` the slugs that are ahead where more or less is plainly better.
Prices are in Indian rupees (INR) with their kind and date; prices of different kinds are not judged. Other figures have their unit in their name and hold as of \`verified_at\`. null means not known. Fields that nobody has are left out.`,
  inputSchema: {
    type: 'object',
    properties: {
      slugs: {
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: MAX_MACHINES,
        description: 'As search_machines gives them.',
        examples: [['mahindra-575-di', 'swaraj-744-fe']],
      },
    },
    required: ['slugs'],
    additionalProperties: false,
  },
  async run(sources, given) {
    const { slugs } = given as { slugs: string[] }
    const sheets = await Promise.all(
      slugs.map(async (slug) => {
        const sheet = await sources.sheet(slug)
        if (!sheet) throw await unknownSlug(sources, slug)
        return sheet
      }),
    )
    const machines = sheets.map((sheet) => ({
      ...Object.fromEntries(
        HEAD.map((name) => [name, name === 'manufacturer' ? sheet.manufacturer.slug : sheet[name]]),
      ),
      ...knownFields(Object.fromEntries(DATED_PRICE.map((name) => [name, sheet[name]]))),
      ...(sheet.is_sample ? { is_sample: true } : {}),
    }))
    const rows = ['price_from_inr' as const, ...COMPARED].flatMap((field) => rowOf(sheets, field))
    return answerWithItems(rows, (shown) => ({
      machines,
      rows: shown,
      ...(shown.length < rows.length
        ? { left_out: rows.slice(shown.length).map(({ field }) => field), more: 'get_machine gives these `fields`' }
        : {}),
    }))
  },
}

function rowOf(sheets: readonly Machine[], field: keyof Machine): Row[] {
  const values = sheets.map((sheet) => sheet[field] ?? null)
  if (values.every((value) => value === null)) return []
  const { differs, better } = judge(field, field === 'price_from_inr' ? comparablePrices(sheets) : values)
  const best = sheets.flatMap(({ slug }, at) => (better[at] ? [slug] : []))
  const isApart = field === 'price_from_inr' && new Set(values).size > 1
  return [{ field, values, differs: differs || isApart, ...(best.length > 0 ? { best } : {}) }]
}
