import { classesSaid, type KnownNames, makersNamed } from './known-names.ts'
import type { Pair } from './meanings.ts'
import type { RecordType } from './row-shapes.ts'
import { columnOf } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { foldWords, isEnded, meantValue, partsOf, says } from './table-words.ts'

// Lines of a table that explain its codes.

const CODED = ['lifecycle', 'price.kind', 'wheel_drive', 'power_source']

const CODE = /(?:^|[;,|:])\s*[\p{Lu}\d/]{1,6}\s*(?:=|\s[-–—]\s)\s*(?=\p{L}|\d\p{L})/gu

/** Whether a line explains codes. */
export const isLegend = (title: string) =>
  /(?<!=)=(?!=).*(?<!=)=(?!=)/s.test(title) || (title.match(CODE)?.length ?? 0) > 1

/** The texts that explain codes among lines: each stands in one alone. */
export function legendsAmong(lines: readonly TableLine[], type: RecordType): string[] {
  const texts = lines.map(({ cells }) => cells.filter((cell) => cell.trim() !== ''))
  const alone = texts.flatMap(([text, next]) => (next === undefined && text !== undefined ? text : []))
  // One code a line.
  const single = alone.filter((text) => /^[^=]{1,12}=[^=]+$/.test(text))
  const isNamed = (text: string) => {
    const [, lead] = /^\s*(?:\d{1,2}[.)]\s*)?([^:=,|]{1,20}?)\s*:/s.exec(text) ?? []
    return lead !== undefined && !says('heading maker', lead) && columnOf(type, lead).target !== undefined
  }
  // Towns have no sign between them and their codes.
  const isPlaces = (text: string) => (text.match(/(?<!\p{L})\p{Lu}{2,4} \p{Lu}\p{Ll}+/gu)?.length ?? 0) > 2
  const isTaken = (text: string) =>
    isLegend(text) || isPlaces(text) || isNamed(text) || (single.length > 1 && single.includes(text))
  return alone.filter(isTaken)
}

/** What lines explain of the form `Type: TR TRACTOR, BHL BACKHOE LOADER` or `XS = EX SHOWROOM. Fuel D / HSD = diesel`. */
export function legendIn(titles: readonly string[], header: readonly string[], names: KnownNames): Pair[] {
  const targets = header.map((name) => columnOf('machine', name).target)
  const columnsOf = (target: string | undefined) =>
    header.filter((_, at) => target !== undefined && targets[at] === target)
  const columnSaid = (word: string) =>
    header.find((name) => [name, ...partsOf(name)].some((part) => foldWords(part) === foldWords(word))) ??
    columnsOf(columnOf('machine', word).target)[0]
  const [place] = columnsOf('price.city')
  let column = ''
  return titles.flatMap((title) => {
    const [, lead = '', rest = title] = /^\s*(?:\d{1,2}[.)]\s*)?([^:=,|]{1,20}?)\s*:\s*(.*)$/s.exec(title) ?? []
    if (lead !== '') column = columnSaid(lead) ?? ''
    const items = rest
      .replace(/\([^()]*\)/g, '  ')
      .split(
        /[|;]|[,.]\s+(?=[^\s,.=|;][^,.=|;]{0,23}=)|\s{2,}(?=[^=]{1,12}=)|,(?=\s*[\p{Lu}\d/& ]{1,6}\s(?:[-–—]\s)?\p{L})|\s(?=\p{Lu}{2,4}\s\p{Ll})/u,
      )
      .flatMap((item) => (column === '' || item.includes('=') ? [item] : item.split(',')))
    const pairs = items.flatMap((item) => {
      const [, codes, meant = ''] =
        /^\s*([^=]{1,24}?)\s*=\s*(.+)$/su.exec(item) ??
        /^\s*([\p{Lu}\d/]{1,6})\s+[-–—]\s+(\p{L}.*)$/su.exec(item) ??
        /^\s*(\p{Lu}{2,4})\s+(\p{L}.*)$/su.exec(item) ??
        (column === '' ? undefined : /^\s*([\p{L}&/]{1,6})\s+(\p{L}.*)$/su.exec(item)) ??
        []
      if (codes === undefined) return []
      const text = isEnded(meant) ? 'discontinued' : meant.replace(/[\s.]+$/, '').trim()
      const fields = [
        ...(classesSaid(names, text).length === 1 ? ['machine_class'] : []),
        ...(makersNamed(names, text).length === 1 ? ['manufacturer'] : []),
        ...CODED.filter((field) => meantValue(field, text)),
      ]
      const isPlace = place !== undefined && fields.length === 0 && /^\p{Lu}[\p{L} ]{3,}$/u.test(text)
      if (fields.length === 0 && !isPlace) return []
      // `Fuel D / HSD` names the column of both codes.
      const [, first = '', behind] = /^(\S+)\s+(\S.*)$/s.exec(codes) ?? []
      const own = behind === undefined || /^or$/i.test(first) ? undefined : columnSaid(first)
      const [at, all] = own === undefined ? [column, codes] : [own, behind!]
      // What a code means says in which column it stands.
      const found = isPlace ? [place] : fields.flatMap(columnsOf)
      const where = at === '' && found.length > 0 ? found : [at]
      const spelled = all.split(/\s+or\s+/).flatMap((code) => {
        const halves = code.split('/').map((half) => half.trim())
        return halves.every((half) => half.length === 1) ? [code.trim()] : [code.trim(), ...halves]
      })
      if (isPlace && at !== '' && at !== place) return []
      return where.flatMap((name) => spelled.map((code): Pair => [`${name} ${code}`.trim(), text]))
    })
    // Codes without a sign between them and their meaning stand in rows of several.
    return rest.includes('=') || column !== '' || pairs.length > (isLegend(title) ? 1 : 2) ? pairs : []
  })
}
