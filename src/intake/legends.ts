import { classesSaid, type KnownNames, makersNamed } from './known-names.ts'
import type { Pair } from './meanings.ts'
import { toStateCode, townIn } from './states.ts'
import { columnOf } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { foldWords, isEnded, meantShort, meantValue, partsOf, says } from './table-words.ts'

// Texts of a table that explain its codes: `Type: TR tractor, PT power tiller. XS = ex showroom`.

const LISTS = ['lifecycle', 'price.kind', 'wheel_drive', 'power_source']
const TEXTS = ['brakes', 'clutch', 'steering']

/** A code and what it means; the lead names its column. */
interface Entry {
  lead: string
  code: string
  meant: string
}

/** The name of a column before its codes: `Type:`, `Br. codes (Part A):`, `Basis  ES`. */
const LEAD =
  /(?:^|[.;|]\s*|\s{2,})(?:\d{1,2}[.)]\s*)?(\p{L}[\p{L}\p{M}./& ]{0,20}?)\s*(?:\([^()]*\))?(?:\s*:(?!\d)|\s{2,}(?=\S))/gu
const BETWEEN = /[|;]|[,.]\s+|,(?=\p{L})|\s{2,}(?=[^=]{1,12}=)|\s\/\s(?=\p{Lu}{2,5}\s\p{L})|\s(?=\p{Lu}{2,4}\s\p{Ll})/u
const SIGNED = /^([^=]{1,24}?)\s*=+\s*([^=]+)$/su
/** `TR - Tractor`, `BHL backhoe loader`. */
const PLAIN = /^(\p{Lu}[\p{Lu}\d&/]{0,4})(?:\s+[-–—])?\s+(\p{L}.*)$/su

const namesColumn = (name: string) => columnOf('machine', name).target !== undefined

function entriesIn(text: string, isLead = namesColumn): Entry[] {
  const leads = [...text.matchAll(LEAD)].filter(([all, name]) => all.endsWith(':') || isLead(name!))
  const bodies = ['', ...leads.map(([, name]) => name!.replace(/\s*codes?$/i, ''))].map((lead, at) => {
    const from = at === 0 ? 0 : leads[at - 1]!.index + leads[at - 1]![0].length
    return { lead, body: text.slice(from, leads[at]?.index ?? text.length) }
  })
  return bodies.flatMap(({ lead, body }) =>
    body
      // A state belongs to its town; other remarks are none of the meaning.
      .replace(/\(([^()]*)\)/g, (all, said: string) => (toStateCode(said) === undefined ? '  ' : all))
      .split(BETWEEN)
      .map((item) => item.replace(/[\s.,:]+$/, '').trim())
      .flatMap((item): Entry[] => {
        const [, codes, meant = ''] = SIGNED.exec(item) ?? PLAIN.exec(item) ?? []
        const all = codes?.split(/\s+or\s+|\s*\/\s*/) ?? []
        const each = all.map((code, at) => ({ lead, code, meant: meantOf(meant, at, all.length) }))
        return all.length > 1 ? [{ lead, code: codes!, meant }, ...each] : each
      }),
  )
}

/** What one of several codes means: `CEV4 / CEV5 = CEV Stage IV / V`. */
function meantOf(meant: string, at: number, many: number): string {
  const [first = '', ...rest] = meant.split(/\s*\/\s*/)
  if (rest.length === 0 || rest.length + 1 !== many) return meant
  return at === 0 ? first : first.replace(/\S+$/, rest[at - 1]!)
}

/** Whether a text explains codes: several, and three where no sign says so. */
export const isLegend = (text: string) => entriesIn(text).length > (/=|\p{Lu}\s[-–—]\s/u.test(text) ? 1 : 2)

/** What texts explain: words of the table, by their columns, with what they mean. */
export function legendIn(
  texts: readonly string[],
  header: readonly string[],
  names: KnownNames,
  /** The header in the words of the operator. */
  meant = header,
): Pair[] {
  const targets = meant.map((name) => {
    const { target, both = [] } = columnOf('machine', name)
    return [target, ...both.map((half) => half.target)]
  })
  const columnsOf = (target: string) => header.filter((_, at) => targets[at]!.includes(target))
  const columnSaid = (lead: string): string | undefined => {
    const own = header.find((name) => [name, ...partsOf(name)].some((part) => foldWords(part) === foldWords(lead)))
    const { target } = columnOf('machine', lead)
    return own ?? (target === undefined ? undefined : columnsOf(target)[0])
  }
  const pairs: Pair[] = []
  for (const text of texts)
    for (const { lead, code, meant } of entriesIn(text, (name) => columnSaid(name) !== undefined)) {
      const said = lead === '' ? undefined : columnSaid(lead)
      if ((said === undefined && !isLegend(text)) || says('blank', code)) continue
      const value = isEnded(meant) ? 'discontinued' : meant
      const fields = fieldsOf(value)
      const own = said === undefined ? [] : targets[header.indexOf(said)]!
      const isOf = own.some((target) => target === undefined || TEXT_COLUMN.test(target) || fields.includes(target))
      const columns = said === undefined ? fields.flatMap(columnsOf) : isOf ? [said] : []
      for (const column of new Set(columns)) pairs.push([`${column} ${code}`, value])
    }
  return pairs

  /** The fields that know a text. */
  function fieldsOf(text: string): string[] {
    return [
      ...(classesSaid(names, text).length === 1 ? ['machine_class'] : []),
      ...(makersNamed(names, text).length === 1 ? ['manufacturer'] : []),
      ...LISTS.filter((field) => meantValue(field, text) !== undefined),
      ...TEXTS.filter((field) => meantShort(field, text) !== undefined),
      ...(townIn(text) === undefined ? [] : ['price.city']),
    ]
  }
}

const TEXT_COLUMN = /^(?:brakes|clutch|steering|emission_norm|price\.city|manufacturer)$/

/** The texts that may explain codes, among lines: in a line of few cells, or in a column without a name. */
export function legendsAmong(lines: readonly TableLine[], header: readonly string[]): string[] {
  return lines.flatMap(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== '').length
    return cells.filter((cell, at) => /\p{L}/u.test(cell) && (filled <= 3 || !header[at]?.trim()))
  })
}
