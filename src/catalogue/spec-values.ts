import type { Machine, SpecGroup } from '../contract/machine.ts'

type Scalar = string | number | boolean

/** Replaces the text of spec fields by the sheet's values of the same keys, so that the two never differ. */
export function showFromSheet(group: SpecGroup, sheet: Partial<Machine>): SpecGroup {
  const fields = group.fields.map((field) => {
    const value = Object.hasOwn(sheet, field.key) ? sheet[field.key as keyof Machine] : undefined
    return isScalar(value) ? { ...field, value: String(value) } : field
  })
  return { ...group, fields }
}

/** Whether the text of a spec field agrees with the sheet's value; figures are compared as numbers. */
export function agrees(text: string, value: Scalar): boolean {
  if (typeof value === 'number') return Number(text.trim().replace(/(?<=\d),(?=\d)/g, '') || Number.NaN) === value
  return fold(text) === fold(String(value))
}

/** The spec fields that contradict the sheet's value of the same key. */
export function contradictions(
  spec: readonly SpecGroup[],
  sheet: Readonly<Record<string, unknown>>,
): { group: number; field: number; key: string; text: string; value: Scalar }[] {
  return spec.flatMap((group, groupAt) =>
    group.fields.flatMap(({ key, value: text }, fieldAt) => {
      const value = Object.hasOwn(sheet, key) ? sheet[key] : undefined
      if (text === undefined || !isScalar(value) || agrees(text, value)) return []
      return [{ group: groupAt, field: fieldAt, key, text, value }]
    }),
  )
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
}

function fold(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
