import type { ClassRecord } from '../../catalog/records.ts'
import { oneOf, ParseError } from '../../lib/parsing.ts'
import { error, type Issue, isError } from '../issue.ts'
import { machineIssues, noFields, toMachineFields, toMachineValues } from '../machine-content.ts'
import { recordId, type WorkingSet } from '../working-set.ts'
import { unknownClass } from './class.ts'
import { namedManufacturer, putManufacturer } from './manufacturer.ts'
import type { Application, RecordDescription } from './record.ts'

export const machineRecord: RecordDescription<'machine'> = {
  compared: [
    'facts',
    'detail',
    'published_at',
    'class_key',
    'manufacturer_id',
    'linkage',
    'aliases',
    // An older version may have summarised the same prices differently.
    'price_as_of',
  ],
  fieldsOf: toMachineFields,
  make(application) {
    const { set, row, key, existing, fields, issues } = application
    const slug = key as string
    const id = recordId(set.machine, slug, row.fields.id, issues)
    const manufacturer = namedManufacturer(set, row.fields.manufacturer, issues)
    const manufacturer_id = manufacturer?.id ?? existing?.manufacturer_id
    const machineClass = set.classes.get(fields.machine_class as string)
    issues.push(...classIssues(set, fields, machineClass))
    // A whole row was checked when it was read.
    if (row.patch) issues.push(...machineIssues(fields))
    if (issues.some(isError) || manufacturer_id === undefined || !machineClass) return undefined
    const section = sectionOf(application, machineClass)
    return {
      record: {
        id,
        slug,
        manufacturer_id,
        ...(row.machine ?? toMachineValues({ ...noFields(), ...fields, section })),
        version: existing?.version ?? 0,
        announced: 0,
        revision: existing?.revision ?? 0,
      },
      putRest: () => manufacturer && putManufacturer(set, manufacturer, row.origin.line),
    }
  },
}

function classIssues(
  set: WorkingSet,
  { machine_class, kind }: Record<string, unknown>,
  machineClass: ClassRecord | undefined,
): Issue[] {
  if (machine_class !== undefined && !machineClass) return [unknownClass(set, 'machine_class', machine_class as string)]
  if (!machineClass || typeof kind !== 'string' || machineClass.kinds.includes(kind)) return []
  const { kinds, key } = machineClass
  const { message, hints } = kinds.length > 0 ? (oneOf(kinds)(kind) as ParseError) : new ParseError('must be absent')
  return [error('kind', `${message}: the kinds of ${key}`, kind, hints.suggestion)]
}

function sectionOf({ set, row, fields, existing }: Application<'machine'>, machineClass: ClassRecord): string {
  const input = fields.section as string | undefined
  if (input === undefined) return machineClass.section
  if (row.patch && !row.carried.includes('section') && existing && existing.class_key !== machineClass.key) {
    // A section that came from the old class changes with the class.
    if (set.classes.get(existing.class_key)?.section === input) return machineClass.section
  }
  return input
}
