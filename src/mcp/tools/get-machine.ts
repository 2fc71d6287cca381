import { Machine } from '../../contract/machine.ts'
import { answerWithFields, knownFields, machineCard, unknownSlug } from '../answer.ts'
import { slugArgument, type Tool } from '../tool.ts'

const FIELDS = Object.keys(Machine.properties) as (keyof Machine)[]
/** Long, and seldom asked for. */
const ON_REQUEST: readonly string[] = ['media', 'similar', 'plate', 'image']
const PRICE_FIGURES = ['price_from_inr', 'price_to_inr'] as const

export const getMachine: Tool = {
  name: 'get_machine',
  title: 'Get one machine',
  description: `The sheet of one machine by its slug: engine, drivetrain, hydraulics, weights, warranty, prices and spec groups.
Give \`fields\` when you need only some; without it you get everything that is known but ${ON_REQUEST.join(', ')}, which you may ask for by name.
Prices are in Indian rupees (INR): \`prices\` lists each with its kind, its day (\`observed_at\`) and its state (IN = all India), newest first; price_from_inr to price_to_inr sum up one \`price_kind\` as of \`price_as_of\`. Quote kind and date with every price. Other figures have their unit in their name and hold as of \`verified_at\`; \`completeness\` is the share of expected fields that are known, in percent. null or missing means not known, never zero or "no".`,
  inputSchema: {
    type: 'object',
    properties: {
      slug: slugArgument('As search_machines gives it.'),
      fields: {
        type: 'array',
        items: { type: 'string', enum: FIELDS },
        description: 'Names of the fields to give; those unknown are null.',
        examples: [['engine_hp', 'pto_hp', 'prices']],
      },
    },
    required: ['slug'],
    additionalProperties: false,
  },
  async run(sources, given) {
    const { slug, fields } = given as { slug: string; fields?: (keyof Machine)[] }
    const sheet = await sources.sheet(slug)
    if (!sheet) throw await unknownSlug(sources, slug)
    const shown = fields?.length ? chosen(sheet, fields) : usual(sheet)
    return answerWithFields(
      Object.entries(shown),
      `GET /v1/tractors/${slug} gives the whole sheet; \`fields\` gives some of it`,
    )
  },
}

/** The requested fields, under the machine's name. A price never comes without its kind and date. */
function chosen(sheet: Machine, fields: readonly (keyof Machine)[]): Record<string, unknown> {
  const wanted = new Set<keyof Machine>(['slug', 'name', ...fields, 'verified_at'])
  if (PRICE_FIGURES.some((name) => wanted.has(name))) wanted.add('price_kind').add('price_as_of')
  return Object.fromEntries([...wanted].map((name) => [name, shortForm(sheet, name)]))
}

function usual(sheet: Machine): Record<string, unknown> {
  const fields = FIELDS.filter((name) => !ON_REQUEST.includes(name))
  return knownFields(Object.fromEntries(fields.map((name) => [name, shortForm(sheet, name)])))
}

function shortForm(sheet: Machine, name: keyof Machine): unknown {
  return name === 'similar' ? sheet.similar?.map(machineCard) : (sheet[name] ?? null)
}
