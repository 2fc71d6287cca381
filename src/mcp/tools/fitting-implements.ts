import { answerWithItems, implementCard, unknownSlug } from '../answer.ts'
import { slugArgument, type Tool } from '../tool.ts'

export const fittingImplements: Tool = {
  name: 'fitting_implements',
  title: 'Implements that fit a machine',
  description: `The implements (rotavators, ploughs, seed drills, trailers, breakers …) that fit one machine by power band, linkage, class and carrier weight. Use it for "what can I run on this tractor".
\`kinds\` counts all of them by kind; narrow the list with \`kind\`. Sizes are in mm and kg, prices in Indian rupees (INR) with their kind and date. A field that is missing is not known.`,
  inputSchema: {
    type: 'object',
    properties: {
      slug: slugArgument('Of the machine, as search_machines gives it.'),
      kind: {
        type: 'string',
        maxLength: 120,
        description: 'List this kind alone; `kinds` names them.',
        examples: ['rotavator'],
      },
      offset: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'Implements to leave out before the list begins.',
      },
    },
    required: ['slug'],
    additionalProperties: false,
  },
  async run(sources, given) {
    const { slug, kind, offset = 0 } = given as { slug: string; kind?: string; offset?: number }
    const { model } = sources.catalogue
    const row = model.published(slug)
    if (row < 0) throw await unknownSlug(sources, slug)
    const fitting = model.fittingImplements(row)
    const kinds: Record<string, number> = {}
    for (const its of fitting) kinds[its.kind] = (kinds[its.kind] ?? 0) + 1
    const listed = kind === undefined ? fitting : fitting.filter((its) => its.kind === kind)
    return answerWithItems(listed.slice(offset).map(implementCard), (shown) => {
      const next = offset + shown.length
      return {
        slug,
        total: listed.length,
        offset,
        ...(next < listed.length ? { next_offset: next } : {}),
        kinds,
        implements: shown,
      }
    })
  },
}
