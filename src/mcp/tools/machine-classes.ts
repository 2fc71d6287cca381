import type { MachineClass } from '../../contract/machine-class.ts'
import { answerWithItems, knownFields } from '../answer.ts'
import type { Tool } from '../tool.ts'

export const machineClasses: Tool = {
  name: 'machine_classes',
  title: 'List the machine classes',
  description: `All classes of machines (tractor, harvester, excavator …) with their key, which search_machines takes as \`machine_class\`, their names in English, Hindi and Tamil, their kinds (the \`kind\` filter), how many machines are published, typical hours of use a year, and under \`plate\` the figures that matter most for the class with their units. Use it to find the right key, or to see what there is.`,
  inputSchema: {
    type: 'object',
    properties: {
      offset: { type: 'integer', minimum: 0, default: 0, description: 'Classes to leave out before the list begins.' },
    },
    additionalProperties: false,
  },
  async run({ catalogue: { model } }, given) {
    const { offset = 0 } = given as { offset?: number }
    const classes = model.countedClasses()
    return answerWithItems(classes.slice(offset).map(classCard), (shown) => {
      const next = offset + shown.length
      return {
        total: classes.length,
        ...(next < classes.length ? { next_offset: next } : {}),
        classes: shown,
      }
    })
  },
}

function classCard({ key, label, label_hi, label_ta, kinds, count, hours_a_year, plate }: MachineClass) {
  const figures = plate.map((field) => `${field.key} (${field.unit})`).join(', ')
  return knownFields({ key, label, label_hi, label_ta, count, kinds: kinds.join(', '), hours_a_year, plate: figures })
}
