import { bestValues, comparablePrices } from '../../catalog/comparison.ts'
import { ParseError, parsePastTimestamp } from '../../lib/parsing.ts'
import { Machine, type MachineClass } from '../../schema/api/machine.ts'
import { answerWithFields, answerWithItems, implementCard, machineCard, nonNullFields, unknownSlug } from '../answer.ts'
import { type McpTool, nextPage, offsetArgument, slugArgument, ToolError, toInputSchema } from '../tool.ts'

const FIELDS = Object.keys(Machine.properties) as (keyof Machine)[]
/** Long and seldom needed. */
const ON_REQUEST: readonly string[] = ['media', 'similar', 'plate', 'image']
const PRICE_FIGURES = ['price_from_inr', 'price_to_inr'] as const

export const getMachine: McpTool = {
  name: 'get_machine',
  title: 'Get one machine',
  description: `The sheet of one machine by its slug: engine, drivetrain, hydraulics, weights, warranty, prices and spec groups.
Without \`fields\` you get everything that is known but ${ON_REQUEST.join(', ')}.
Prices are in Indian rupees (INR): \`prices\` lists each with its kind, its day (\`observed_at\`) and its state (IN = all India), newest first; price_from_inr to price_to_inr sum up one \`price_kind\` as of \`price_as_of\`. Quote kind and date with every price. Other figures have their unit in their name and were checked at \`verified_at\`; \`completeness\` is the share of expected fields that are known, in percent.`,
  inputSchema: toInputSchema(
    {
      slug: slugArgument('As search_machines gives it.'),
      fields: {
        type: 'array',
        items: { type: 'string', enum: FIELDS },
        description: 'Names of the fields to give; those unknown are null.',
        examples: [['engine_hp', 'pto_hp', 'prices']],
      },
      as_of: {
        type: 'string',
        description: 'The machine as it was on this day, or at this time.',
      },
    },
    'slug',
  ),
  async run(sources, input) {
    const { slug, fields, as_of } = input as { slug: string; fields?: (keyof Machine)[]; as_of?: string }
    const timestamp = as_of === undefined ? undefined : parsePastTimestamp(as_of, Date.now())
    if (timestamp instanceof ParseError) throw new ToolError(`as_of ${timestamp}`)
    const sheet = await sources.sheet(slug, timestamp)
    if (!sheet && timestamp !== undefined && (await sources.sheet(slug))) {
      throw new ToolError(`${slug} was not visible then.`)
    }
    if (!sheet) throw unknownSlug(sources, slug)
    const detail = fields?.length ? chosen(sheet, fields) : usual(sheet)
    return answerWithFields(
      Object.entries(detail),
      `GET /v1/tractors/${slug} gives the whole sheet; \`fields\` gives some of it`,
    )
  },
}

/** A price always has its kind and date. */
function chosen(sheet: Machine, fields: readonly (keyof Machine)[]): Record<string, unknown> {
  const names = new Set<keyof Machine>(['slug', 'name', ...fields, 'verified_at'])
  if (PRICE_FIGURES.some((name) => names.has(name))) names.add('price_kind').add('price_as_of')
  return Object.fromEntries([...names].map((name) => [name, shortForm(sheet, name)]))
}

function usual(sheet: Machine): Record<string, unknown> {
  const fields = FIELDS.filter((name) => !ON_REQUEST.includes(name))
  return nonNullFields(Object.fromEntries(fields.map((name) => [name, shortForm(sheet, name)])))
}

function shortForm(sheet: Machine, name: keyof Machine): unknown {
  return name === 'similar' ? sheet.similar?.map(machineCard) : (sheet[name] ?? null)
}

const MAX_MACHINES = 5
/** Not compared. */
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

export const compareMachines: McpTool = {
  name: 'compare_machines',
  title: 'Compare machines',
  description: `Sets 2 to ${MAX_MACHINES} machines side by side. \`machines\` gives who they are and what they cost, in the order you asked; each of \`rows\` has the values of one field in that order, whether they differ, and under \`best\` the slugs that are ahead where more or less is plainly better among machines of one class.
Prices are in Indian rupees (INR) with their kind and date; prices of different kinds are not judged. Other values have their unit in their name and were checked at \`verified_at\`. Fields that no machine has are left out.`,
  inputSchema: toInputSchema(
    {
      slugs: {
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: MAX_MACHINES,
        description: 'As search_machines gives them.',
        examples: [['mahindra-575-di', 'swaraj-744-fe']],
      },
    },
    'slugs',
  ),
  async run(sources, input) {
    const { slugs } = input as { slugs: string[] }
    const sheets = await Promise.all(
      slugs.map(async (slug) => {
        const sheet = await sources.sheet(slug)
        if (!sheet) throw unknownSlug(sources, slug)
        return sheet
      }),
    )
    const machines = sheets.map((sheet) => ({
      ...Object.fromEntries(
        HEAD.map((name) => [name, name === 'manufacturer' ? sheet.manufacturer.slug : sheet[name]]),
      ),
      ...nonNullFields(Object.fromEntries(DATED_PRICE.map((name) => [name, sheet[name]]))),
      ...(sheet.is_sample ? { is_sample: true } : {}),
    }))
    const rows = ['price_from_inr' as const, ...COMPARED].flatMap((field) => rowOf(sheets, field))
    return answerWithItems(rows, (detail) => ({
      machines,
      rows: detail,
      ...(detail.length < rows.length
        ? { left_out: rows.slice(detail.length).map(({ field }) => field), more: 'get_machine gives these `fields`' }
        : {}),
    }))
  },
}

function rowOf(sheets: readonly Machine[], field: keyof Machine) {
  const values = sheets.map((sheet) => sheet[field] ?? null)
  if (values.every((value) => value === null)) return []
  const { differs, better } = bestValues(field, field === 'price_from_inr' ? comparablePrices(sheets) : values, sheets)
  const best = sheets.flatMap(({ slug }, i) => (better[i] ? [slug] : []))
  const isApart = field === 'price_from_inr' && new Set(values).size > 1
  return [{ field, values, differs: differs || isApart, ...(best.length > 0 ? { best } : {}) }]
}

export const fittingImplements: McpTool = {
  name: 'fitting_implements',
  title: 'Implements that fit a machine',
  description: `The implements (rotavators, ploughs, seed drills, trailers, breakers …) that fit one machine by power band, linkage, class and carrier weight. Use it for "what can I run on this tractor".
\`kinds\` counts all of them by kind; narrow the list with \`kind\`. Sizes are in mm and kg, prices in Indian rupees (INR) with their kind and date.`,
  inputSchema: toInputSchema(
    {
      slug: slugArgument('Of the machine, as search_machines gives it.'),
      kind: {
        type: 'string',
        maxLength: 120,
        description: 'List this kind alone; `kinds` names them.',
        examples: ['rotavator'],
      },
      offset: offsetArgument('Implements'),
    },
    'slug',
  ),
  async run(sources, input) {
    const { slug, kind, offset = 0 } = input as { slug: string; kind?: string; offset?: number }
    const { model } = sources.catalogue
    const row = model.published(slug)
    if (row < 0) throw unknownSlug(sources, slug)
    const fitting = model.fittingImplements(row)
    const kinds: Record<string, number> = {}
    for (const its of fitting) kinds[its.kind] = (kinds[its.kind] ?? 0) + 1
    const listed = kind === undefined ? fitting : fitting.filter((its) => its.kind === kind)
    return answerWithItems(listed.slice(offset).map(implementCard), (detail) => ({
      slug,
      total: listed.length,
      offset,
      ...nextPage(offset, detail.length, listed.length),
      kinds,
      implements: detail,
    }))
  },
}

export const machineClasses: McpTool = {
  name: 'machine_classes',
  title: 'List the machine classes',
  description: `All classes of machines (tractor, harvester, excavator …) with their key, which search_machines takes as \`machine_class\`, their names in English, Hindi and Tamil, their kinds (the \`kind\` filter), how many machines are published, typical hours of use a year, and under \`plate\` the figures that matter most for the class with their units.`,
  inputSchema: toInputSchema({
    offset: offsetArgument('Classes'),
  }),
  async run({ catalogue: { model } }, input) {
    const { offset = 0 } = input as { offset?: number }
    const classes = model.countedClasses()
    return answerWithItems(classes.slice(offset).map(classCard), (detail) => ({
      total: classes.length,
      ...nextPage(offset, detail.length, classes.length),
      classes: detail,
    }))
  },
}

function classCard({ key, label, label_hi, label_ta, kinds, count, hours_a_year, plate }: MachineClass) {
  const figures = plate.map((field) => `${field.key} (${field.unit})`).join(', ')
  return nonNullFields({ key, label, label_hi, label_ta, count, kinds: kinds.join(', '), hours_a_year, plate: figures })
}
