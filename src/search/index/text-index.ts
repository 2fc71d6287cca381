import { toBmpCodeUnits, tokenize } from '../../lib/text/normalize.ts'
import type { TextFacetName } from '../../schema/records/machine-search-fields.ts'
import type { WordUse } from '../parser/term-lookup.ts'
import { isAliasWord } from '../words/word-lists.ts'
import { createDictionary } from './dictionary.ts'
import { JOINED, MAX_WORDS, PART, TIER, TIER_COST } from './score.ts'
import type { SearchTable } from './table.ts'
import { againMarks, type IndexToken, tokensOfAlias, tokensOfText } from './text-tokens.ts'

export const MANUFACTURER = 'manufacturer'
export const CLASS = 'machine_class'
/** A facet whose values have words that find rows. */
export type TextFacet = typeof MANUFACTURER | TextFacetName
/** The columns of the rows whose texts are held. */
export type TextTable = Pick<SearchTable<never, TextFacet>, 'size' | 'codes' | 'lists' | 'withCode' | 'withValues'>

/** A token in the words of one value of a facet, with what a match there costs. */
interface ValuePlace {
  facet: TextFacet
  code: number
  joined: boolean
  cost: number
}

interface ValueWords {
  /** The texts, to skip a change that changes nothing. */
  source: string
  tokens: ReadonlySet<number>
  /** The tokens of a manufacturer's own name. */
  ownTokens: ReadonlySet<number>
  /** The normalised names that are all of a query, the own name first. */
  names: readonly string[]
}

/**
 * A posting is the number of a row, or in the row's own list of a token, times this, plus a place: the position of the
 * word, the tier of its text, and whether it is joined from neighbours.
 */
const PLACES = 1 << 10
const MAX_POSITION = 127
/** Postings are numbers of 32 bits. */
const MAX_ROWS = 2 ** 32 / PLACES
export const numberOf = (posting: number) => posting >>> 10
export const positionOf = (posting: number) => (posting >>> 3) & MAX_POSITION
export const tierOf = (posting: number) => (posting >>> 1) & 3
export const isJoined = (posting: number) => (posting & 1) === 1

const MAX_NAME = 24
const MAX_TYPED = 32
/** Neighbours of words that more rows have are not looked for. */
const MAX_PAIR_ROWS = 4_096
const NO_TOKENS: ReadonlySet<number> = new Set()
const NO_POSTINGS: readonly number[] = []

export type TextIndex = ReturnType<typeof createTextIndex>

/** The texts of rows, and of the values of facets, as weighted postings by token. `commit` must follow changes. */
export function createTextIndex(table: TextTable) {
  const dictionary = createDictionary()
  const postings: number[][] = []
  const valuePlaces: ValuePlace[][] = []
  const valueWords = new Map<string, ValueWords>()
  const codesByName = new Map<string, Set<number>>()
  const places: (readonly number[])[] = []
  const changedRows = new Set<number>()
  let added: [token: number, posting: number][] = []
  const removed = new Map<number, Set<number>>()
  const renamed = new Set<number>()
  const leads: number[] = []
  const nameLengths: number[] = []
  const names: string[] = []
  const rowsByName = new Map<string, number[]>()

  const postingsOf = (token: number): readonly number[] => postings[token] ?? NO_POSTINGS
  const wordsOfValue = (facet: TextFacet, code: number) => valueWords.get(`${facet} ${code}`)
  const manufacturerTokens = (row: number) =>
    wordsOfValue(MANUFACTURER, table.codes[MANUFACTURER][row]!)?.ownTokens ?? NO_TOKENS

  /** Replaces the texts of a row: its name, and what else finds it. */
  function put(row: number, name: string, aliases: readonly IndexToken[] = []): void {
    if (row >= MAX_ROWS) throw new Error(`an index holds ${MAX_ROWS} texts`)
    const before = places[row]
    const seen = new Set<string>()
    const all: number[] = []
    const add = (tier: number) => (token: IndexToken) => {
      const { word, joined, position } = token
      const key = joined ? `+${word}` : word
      if (seen.has(key)) return
      seen.add(key)
      const place = Math.min(position, MAX_POSITION) * 8 + tier * 2 + Number(joined)
      all.push(dictionary.tokenOf(word) * PLACES + place)
    }
    tokensOfText(name).forEach(add(TIER.name))
    aliases.forEach(add(TIER.alias))
    // A row that changes twice has postings that are not there yet.
    if (changedRows.has(row)) applyChanges()
    const kept = new Set(all).intersection(new Set(before))
    for (const place of before ?? [])
      if (!kept.has(place))
        removed.getOrInsertComputed(numberOf(place), () => new Set()).add(row * PLACES + (place % PLACES))
    for (const place of all) if (!kept.has(place)) added.push([numberOf(place), row * PLACES + (place % PLACES)])
    places[row] = all
    changedRows.add(row)
  }

  /** Replaces the words of a value. A manufacturer's own name counts as part of the names of its machines. */
  function setWords(facet: TextFacet, code: number, ownName: readonly string[], others: readonly string[]): void {
    const source = JSON.stringify([ownName, others])
    const before = wordsOfValue(facet, code)
    if (before?.source === source) return
    for (const token of before?.tokens ?? []) {
      valuePlaces[token] = valuePlaces[token]!.filter((place) => place.facet !== facet || place.code !== code)
      removed.getOrInsertComputed(token, () => new Set())
    }
    for (const name of before?.names ?? []) codesByName.get(`${facet} ${name}`)?.delete(code)
    const [tokens, ownTokens] = [new Set<number>(), new Set<number>()]
    const add = (textTokens: readonly IndexToken[], textCost: number, isOwn = false) => {
      for (const { word, joined } of textTokens) {
        const token = dictionary.tokenOf(word)
        tokens.add(token)
        if (isOwn && !joined) ownTokens.add(token)
        const cost = textCost + (joined ? JOINED : 0)
        valuePlaces[token] ??= []
        const all = valuePlaces[token]
        // The places of this value are the last: at most one for joined words, one for single ones.
        const place = all
          .slice(-2)
          .find((other) => other.facet === facet && other.code === code && other.joined === joined)
        if (place) place.cost = Math.min(place.cost, cost)
        else all.push({ facet, code, joined, cost })
      }
    }
    for (const text of ownName) add(tokensOfText(text), TIER.name, true)
    for (const text of others) {
      if (facet === MANUFACTURER) add(tokensOfAlias(text), TIER.alias * TIER_COST)
      else add(tokensOfText(text), TIER.attribute * TIER_COST + (tokenize(text).length > 1 ? PART : 0))
    }
    // An alias with a class word is not another name of the manufacturer.
    const isName = (words: readonly string[]) =>
      facet !== MANUFACTURER || words.length === 1 || words.every(isAliasWord)
    const otherNames = others.map(tokenize).filter(isName)
    const names = [...ownName.map(tokenize), ...otherNames].map((words) => words.join(' '))
    for (const name of names) codesByName.getOrInsertComputed(`${facet} ${name}`, () => new Set()).add(code)
    valueWords.set(`${facet} ${code}`, { source, tokens, ownTokens, names })
    if (facet === MANUFACTURER) renamed.add(code)
  }

  function applyChanges(): void {
    for (const [token, gone] of removed)
      if (gone.size > 0) postings[token] = postingsOf(token).filter((posting) => !gone.has(posting))
    for (const [token, posting] of added) {
      postings[token] ??= []
      postings[token].push(posting)
    }
    for (const token of removed.keys())
      if (postingsOf(token).length + (valuePlaces[token]?.length ?? 0) === 0) dictionary.remove(token)
    added = []
    removed.clear()
  }

  function commit(): void {
    applyChanges()
    if (renamed.size > 0)
      for (let row = 0; row < table.size; row++) if (renamed.has(table.codes[MANUFACTURER][row]!)) changedRows.add(row)
    changedRows.forEach(indexName)
    changedRows.clear()
    renamed.clear()
    dictionary.commit()
  }

  const nameOf = (row: number) =>
    (places[row] ?? []).filter((place) => tierOf(place) === TIER.name && !isJoined(place)).map(numberOf)

  function indexName(row: number): void {
    const before = rowsByName.get(names[row] ?? '')?.filter((other) => other !== row)
    if (before?.length === 0) rowsByName.delete(names[row]!)
    else if (before) rowsByName.set(names[row]!, before)
    const manufacturer = manufacturerTokens(row)
    const tokens = nameOf(row)
    const model = tokens.filter((token) => !manufacturer.has(token))
    leads[row] = model[0] ?? -1
    nameLengths[row] = Math.min(model.length, MAX_WORDS)
    names[row] = model.length === 0 ? '' : tokens.slice(tokens.indexOf(model[0]!)).join(' ')
    if (model.length > 0) rowsByName.getOrInsertComputed(names[row], () => []).push(row)
  }

  /** The rows whose whole name is these words, with or without the manufacturer's before it. */
  function rowsNamed(words: readonly string[]): number[] {
    if (words.length > MAX_NAME) return []
    const tokens: number[] = []
    for (const [i, word] of words.entries()) {
      const token = dictionary.find(word + againMarks(words, i))
      if (token === undefined) return []
      tokens.push(token)
    }
    return tokens.flatMap((token, start) => {
      const rows = rowsByName.get(tokens.slice(start).join(' ')) ?? []
      return rows.filter((row) => {
        const manufacturer = manufacturerTokens(row)
        return !manufacturer.has(token) && tokens.slice(0, start).every((before) => manufacturer.has(before))
      })
    })
  }

  const isClassWord = (word: string): boolean => {
    const token = dictionary.find(word)
    return token !== undefined && valuePlaces[token]?.some(({ facet }) => facet === CLASS) === true
  }

  const has = (word: string) => dictionary.find(toBmpCodeUnits(word)) !== undefined

  return {
    table,
    dictionary,
    postingsOf,
    placesOf: (token: number): readonly ValuePlace[] => valuePlaces[token] ?? [],
    put,
    setWords,
    commit,
    leads,
    nameLengths,
    has,
    isClassWord,
    /** The values of a facet whose whole name is these words: manufacturers by name or alias, classes by any text. */
    codesNamed: (facet: TextFacet, name: string): ReadonlySet<number> =>
      codesByName.get(`${facet} ${name}`) ?? NO_TOKENS,
    isOwnName: (code: number, name: string): boolean => wordsOfValue(MANUFACTURER, code)?.names[0] === name,
    /** The rows whose whole name is these words, or what is left of them without the class before or behind it. */
    rowsNamedBesideClass(words: readonly string[]): number[] {
      const rows = rowsNamed(words)
      const start = words.findIndex((word) => !isClassWord(word))
      if (rows.length > 0 || start < 0) return rows
      const end = words.findLastIndex((word) => !isClassWord(word)) + 1
      const before = rowsNamed(words.slice(0, end))
      return before.length > 0 ? before : rowsNamed(words.slice(start))
    },
    wholeName(typed: readonly string[], uses: readonly WordUse[]): readonly [number, number] | undefined {
      const words = typed.slice(0, MAX_TYPED)
      for (let length = Math.min(words.length, MAX_NAME); length > 1; length--) {
        for (let start = 0; start + length <= words.length; start++) {
          const its = uses.slice(start, start + length)
          if (its.every((use) => use === 'word') || its.every((use) => use === 'figure')) continue
          if (rowsNamed(words.slice(start, start + length)).length > 0) return [start, start + length]
        }
      }
      return undefined
    },
    areNeighbours(first: string, second: string): boolean {
      const [a, b] = [dictionary.find(first), dictionary.find(second)]
      if (a === undefined || b === undefined) return false
      const rarest = postingsOf(a).length < postingsOf(b).length ? postingsOf(a) : postingsOf(b)
      if (rarest.length > MAX_PAIR_ROWS) return false
      return rarest.some((posting) =>
        nameOf(numberOf(posting)).some((token, i, name) => token === b && name[i - 1] === a),
      )
    },
  }
}
