import { classesSaid, type KnownNames, makersNamed } from './known-names.ts'
import type { Pair } from './meanings.ts'
import { toStateCode, townIn } from './states.ts'
import { columnOf } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { foldWords, isEnded, meantShort, meantValue, partsOf, says } from './table-words.ts'

// Texts of a table that explain its codes: `Type: TR tractor, PT power tiller. XS = ex showroom; blank = Pune`.

const LISTS = ['lifecycle', 'price.kind', 'wheel_drive', 'power_source']
const TEXTS = ['brakes', 'clutch', 'steering']

/** A code and what it means; the lead names its column, and a sign stands between them or not. */
interface Entry {
  lead: string
  codes: string
  meant: string
  hasSign: boolean
}

/** The name of a column before its codes: `Type:`, `Br. codes (Part A):`, `Basis  ES`. */
const LEAD =
  /(?:^|[.;|]\s*|\s{2,})(?:\d{1,2}[.)]\s*)?(\p{L}[\p{L}\p{M}./& ]{0,20}?)\s*(\([^()]*\))?(?:\s*:(?!\d)|\s{2,}(?=\S))/gu
const ENTRIES = [
  /^([^=]{1,24}?)\s*=+\s*([^=]+)$/su,
  /^([\p{Lu}\d/&]{1,6})\s+[-–—]\s+(\p{L}.*)$/su,
  /^(\p{Lu}[\p{Lu}\d&/]{1,4})\s+(\p{L}.*)$/su,
]
const SHORT = /^([\p{L}\d&/.+]{1,6})\s+(\p{L}.*)$/su

/** The entries of a text, where `isLead` knows the names of columns. */
export function entriesIn(text: string, isLead: (name: string) => boolean): Entry[] {
  const leads = [...text.matchAll(LEAD)].filter(([all, name]) => /:$/.test(all) || isLead(name!))
  const clauses = leads.map((lead, at) => ({
    lead: lead[1]!.replace(/\s*codes?$/i, ''),
    aside: lead[2]?.slice(1, -1) ?? '',
    body: text.slice(lead.index + lead[0].length, leads[at + 1]?.index ?? text.length),
  }))
  return [{ lead: '', aside: '', body: text.slice(0, leads[0]?.index ?? text.length) }, ...clauses].flatMap(
    ({ lead, aside, body }) => {
      const isKnown = lead !== '' && isLead(lead)
      const items = body
        // A state belongs to its town; other remarks are none of the meaning.
        .replace(/\(([^()]*)\)/g, (all, said: string) => (toStateCode(said) === undefined ? '  ' : all))
        .split(/[|;]|[,.]\s+|,(?=\p{L})|\s{2,}(?=[^=]{1,12}=)|\s(?=\p{Lu}{2,4}\s\p{Ll})|\s\/\s(?=\p{Lu}{2,5}\s\p{L})/u)
        .map((item) => item.replace(/[\s.,:]+$/, '').trim())
      return items.flatMap((item): Entry[] => {
        const at = ENTRIES.findIndex((entry) => entry.test(item))
        const [, codes, meant = ''] = (at === -1 ? (isKnown ? SHORT : undefined) : ENTRIES[at])?.exec(item) ?? []
        // `Place (Bihar): MZP Muzaffarpur`.
        const place = toStateCode(aside) !== undefined && !/\(/.test(meant) ? ` (${aside})` : ''
        return codes === undefined ? [] : [{ lead, codes, meant: meant + place, hasSign: at === 0 || at === 1 }]
      })
    },
  )
}

const namesColumn = (name: string) => columnOf('machine', name).target !== undefined && !says('heading maker', name)

/** Whether a text explains codes: several, and three where nothing but their look says so. */
export function isLegend(text: string): boolean {
  const entries = entriesIn(text, namesColumn)
  const sure = entries.filter(({ lead, hasSign }) => hasSign || (lead !== '' && namesColumn(lead)))
  return sure.length > 1 || entries.length > 2
}

/** What texts explain: words of the table with what they mean, and what its empty cells mean, by the columns. */
export function legendIn(
  texts: readonly string[],
  header: readonly string[],
  names: KnownNames,
  /** The header in the words of the operator. */
  meant = header,
) {
  const targets = meant.map((name) => {
    const { target, both = [] } = columnOf('machine', name)
    return [target, ...both.map((half) => half.target)]
  })
  const columnsOf = (target: string) => header.filter((_, at) => targets[at]!.includes(target))
  const isNamed = (name: string, lead: string) =>
    [name, ...partsOf(name)].some((part) => foldWords(part) === foldWords(lead))
  const columnSaid = (lead: string) => {
    const own = lead === '' ? undefined : header.find((name) => isNamed(name, lead))
    const target = columnOf('machine', lead).target ?? (own && targets[header.indexOf(own)]![0])
    const column = own ?? (target === undefined ? undefined : columnsOf(target)[0])
    return column === undefined ? undefined : { column, target, isOwn: own !== undefined }
  }
  const read = texts.map((text) => ({ text, entries: entriesIn(text, (name) => columnSaid(name) !== undefined) }))
  const alone = read.filter(({ entries }) => entries.length === 1 && entries[0]!.hasSign)
  const pairs: Pair[] = []
  const blanks: Pair[] = []
  for (const one of read) {
    const isTaken =
      isLegend(one.text) ||
      (alone.length > 1 && alone.includes(one)) ||
      one.entries.some(({ lead }) => columnSaid(lead))
    for (const entry of isTaken ? one.entries : []) takeEntry(entry)
  }
  // `blank = CBE`, which is a code itself.
  const codeOf = (column: string, text: string) =>
    pairs.find(([word]) => foldWords(word) === foldWords(`${column} ${text}`))?.[1]
  return { pairs, blanks: blanks.flatMap(([column, text]) => blankOf(column, codeOf(column, text) ?? text)) }

  function takeEntry({ lead, codes, meant }: Entry): void {
    const text = isEnded(meant) ? 'discontinued' : meant
    // `Fuel D / HSD` names the column of both codes.
    const [, first = '', behind] = /^(\S+\s\S+|\S+)\s+(\S.*)$/s.exec(codes) ?? []
    const own = behind === undefined || /^or$/i.test(first) ? undefined : columnSaid(first)
    const said = own ?? columnSaid(lead)
    const fields = fieldsOf(text)
    const isOf =
      said &&
      (fields.includes(said.target ?? '') || TEXT_COLUMN.test(said.target ?? '') || (said.isOwn && fields.length > 0))
    const columns = said ? (isOf || said.target === undefined ? [said.column] : []) : columnsFor(fields)
    const all = (own ? behind! : codes).split(/\s+or\s+/).flatMap((code) => {
      const halves = code.split('/').map((half) => half.trim())
      return halves.every((half) => half.length === 1) ? [code.trim()] : [code.trim(), ...halves]
    })
    for (const column of new Set(columns))
      for (const code of new Set(all))
        if (says('blank', code)) blanks.push([column, text])
        else pairs.push([`${column} ${code}`.trim(), meantOf(code, all, text)])
  }

  /** The columns of fields; any, where the header does not name them. */
  function columnsFor(fields: readonly string[]): string[] {
    const found = fields.flatMap(columnsOf)
    return found.length > 0 || fields.length === 0 ? found : ['']
  }

  /** `CEV4 / CEV5 = CEV Stage IV / V`. */
  function meantOf(code: string, all: readonly string[], text: string): string {
    const each = text.split(/\s*\/\s*/)
    const at = all.length === each.length + 1 ? all.indexOf(code) - 1 : -1
    if (at < 0 || each.length < 2) return text
    const words = each[0]!.split(' ')
    const own = each[at]!.split(' ')
    return at === 0 ? each[0]! : [...words.slice(0, Math.max(0, words.length - own.length)), ...own].join(' ')
  }

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

  /** Only what is plainly a value stands for an empty cell. */
  function blankOf(column: string, text: string): Pair[] {
    const [target] = targets[header.indexOf(column)] ?? []
    const town = target === 'price.city' ? townIn(text) : undefined
    return target !== undefined && target !== 'manufacturer' && fieldsOf(text).includes(target)
      ? [[target, town ?? meantValue(target, text) ?? text]]
      : []
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
