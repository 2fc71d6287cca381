import { answerWithFields, unknownSlug } from '../answer.ts'
import { slugArgument, type Tool } from '../tool.ts'

export const machineValue: Tool = {
  name: 'machine_value',
  title: 'What a used machine is worth',
  description: `What comparable used machines were asked (\`asking\`) and sold for (\`sold\`) in the last 24 months: quartiles in Indian rupees, with \`count\` and the days \`from\` and \`to\`. \`comparable\` tells how near they are: the same machine, its family, or its class and HP band. Null, with the \`reason\`, when fewer than five are known: then say so and give no figure. Quote a figure with its kind, count and days. \`method\` tells how it is found. Slugs come from search_machines or search_listings.`,
  inputSchema: {
    type: 'object',
    properties: {
      machine_slug: slugArgument('Slug of the machine.'),
      year: { type: 'integer', minimum: 1900, description: 'Year of manufacture.', examples: [2019] },
      hours: { type: 'integer', minimum: 0, description: 'Hours run.', examples: [2450] },
    },
    required: ['machine_slug'],
    additionalProperties: false,
  },
  async run(sources, given) {
    const { machine_slug, year = null, hours = null } = given as { machine_slug: string; year?: number; hours?: number }
    const values = await sources.values({ machine_slug, year, hours })
    if (!values) throw await unknownSlug(sources, machine_slug)
    return answerWithFields(Object.entries(values), 'GET /v1/market/values gives the same')
  },
}
