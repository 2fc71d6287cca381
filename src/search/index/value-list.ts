export function createValueList(fixed: readonly string[] = []) {
  const codes = new Map<string, number>()
  const byLowerCase = new Map<string, number[]>()
  const texts: string[] = ['']
  const keys: string[] = ['']
  let order: number[] | undefined

  function codeOf(value: string | null): number {
    if (value === null) return 0
    let code = codes.get(value)
    if (code === undefined) {
      code = texts.push(value) - 1
      keys.push(JSON.stringify(value))
      codes.set(value, code)
      byLowerCase.getOrInsertComputed(value.toLowerCase(), () => []).push(code)
      order = undefined
    }
    return code
  }

  for (const value of fixed) codeOf(value)

  function ordered(): readonly number[] {
    order ??= texts
      .map((_, code) => code)
      .slice(1)
      .sort((a, b) => (fixed.length > 0 ? a - b : texts[a]! < texts[b]! ? -1 : 1))
    return order
  }

  return {
    codeOf,
    codesNamed: (values: readonly string[]): number[] => values.flatMap((value) => byLowerCase.get(value) ?? []),
    textOf: (code: number): string => texts[code]!,
    ordered,
    countsOf: (counts: Int32Array): Record<string, number> =>
      Object.fromEntries(ordered().flatMap((code) => (counts[code]! > 0 ? [[texts[code]!, counts[code]!]] : []))),
    countsJson(counts: Int32Array): string {
      let json = ''
      for (const code of ordered()) if (counts[code]! > 0) json += `,${keys[code]}:${counts[code]}`
      return `{${json.slice(1)}}`
    },
    get bound() {
      return texts.length
    },
  }
}

export type ValueList = ReturnType<typeof createValueList>
