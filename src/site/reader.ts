import type { PlateCell, Ref } from '../contract/machine.ts'
import type { MachineClass, PlateField } from '../contract/machine-class.ts'
import type { Language } from './language.ts'
import { day, figure, fullMoney, month, saidMoney } from './words/figures.ts'
import { beforePostposition, fill } from './words/terms.ts'
import { type Vocabulary, vocabularies, type Words } from './words/words.ts'

/** The part of an address after the `?`, without empty values. */
export type Parameters = Record<string, string | number | null | undefined>

/** A class's plural within a sentence: as subject, and before a postposition. */
export type ClassWords = { class: string; classOf: string }

type ClassLabels = Pick<MachineClass, `${'label' | 'plural'}${'' | '_hi' | '_ta'}`>

/**
 * Words used in this room:
 * - page: what a route makes; frame: what surrounds it.
 * - reader: the person's language, with its words and addresses.
 * - page data: what pages may ask of the other rooms.
 * - term: a text in every language (words/).
 * - part: a piece of a page that several pages use (parts/).
 * - card: a machine in a list. sheet: the page of one machine.
 * - drawing: a picture of a class that the service makes itself (pictures/).
 */

/** The reader of a page: language, words, number formats, and addresses in that language. */
export interface Reader extends Vocabulary {
  language: Language
  w: Words
  say(key: keyof Words, values: Record<string, string | number>): string
  money(rupees: number): string
  fullMoney(rupees: number): string
  figure(value: number): string
  month(date: string): string
  day(date: string): string
  /** A figure with its unit. */
  measure(value: number, unit: string): string
  /** A unit by itself, or beside a figure that stands apart. */
  unit(unit: string, value?: number): string
  /** A text of the data, such as a kind of brakes, in the page's language where it is known. */
  said(text: string): string
  district(name: string): string
  /** Texts as sentences, one after the other. */
  sentences(...texts: string[]): string
  className(labels: ClassLabels): string
  classPlural(labels: ClassLabels): string
  classWords(labels: ClassLabels): ClassWords
  plateLabel(cell: PlateCell | PlateField): string
  /** A maker's name in the page's script, if known. */
  maker(ref: Ref): string
  /** The address of one of the site's pages. */
  to(path: string, parameters?: Parameters): string
  /** The address of our own file, or of a picture elsewhere. */
  file(address: string): string
  /** The same with the host, if configured: for use outside the page. */
  absolute(path: string): string
  absoluteFile(address: string): string
}

interface ReaderParts {
  /** The path prefix, without a trailing slash. */
  prefix: string
  /** The beginning of absolute addresses; empty makes them relative to the host. */
  baseUrl: string
  makerName(slug: string, language: Language): string | undefined
}

export function createReader(language: Language, { prefix, baseUrl, makerName }: ReaderParts): Reader {
  const vocabulary = vocabularies[language]
  const { words } = vocabulary
  const inScript = <T>(en: T, hi: T | null | undefined, ta: T | null | undefined): T =>
    (language === 'hi' ? hi : language === 'ta' ? ta : en) || en
  const reader: Reader = {
    ...vocabulary,
    language,
    w: words,
    say: (key, values) => fill(words[key], values),
    money: (rupees) => saidMoney(rupees, language),
    fullMoney,
    figure,
    month: (date) => month(date, language),
    day: (date) => day(date, language),
    measure: (value, unit) => (unit ? `${figure(value)} ${reader.unit(unit, value)}` : figure(value)),
    unit: (unit, value = 0) => fill(vocabulary.value('unit', unit), { n: value }),
    said: (text) => vocabulary.known('said', text.toLowerCase()) ?? text,
    district: (name) => vocabulary.known('district', name.toLowerCase()) ?? name,
    sentences: (...texts) =>
      texts
        .filter(Boolean)
        .map((text) => (/[.।]$/u.test(text) ? text : text + (language === 'hi' ? '।' : '.')))
        .join(' '),
    className: ({ label, label_hi, label_ta }) => inScript(label, label_hi, label_ta),
    classPlural: ({ plural, plural_hi, plural_ta }) => inScript(plural, plural_hi, plural_ta),
    classWords(labels) {
      const plural = language === 'en' ? labels.plural.toLowerCase() : reader.classPlural(labels)
      return { class: plural, classOf: beforePostposition(plural, language) }
    },
    plateLabel: ({ label, label_hi, label_ta }) => inScript(label, label_hi, label_ta),
    maker: ({ slug, name }) => makerName(slug, language) ?? name,
    to: (path, parameters = {}) => `${prefix}/${language}/${path}${queryOf(parameters)}`,
    file: (address) => (address.startsWith('/') ? prefix + address : address),
    absolute: (path) => `${baseUrl || prefix}/${language}/${path}`,
    absoluteFile: (address) => (address.startsWith('/') ? (baseUrl || prefix) + address : address),
  }
  return reader
}

/** The part of an address from the `?`. */
export function queryOf(parameters: Parameters): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (pairs.length === 0) return ''
  const encode = (value: string | number) => encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%20', '+')
  return `?${pairs.map(([name, value]) => `${name}=${encode(value!)}`).join('&')}`
}

const SCRIPTS: Record<Language, RegExp | undefined> = {
  en: undefined,
  hi: /^[\p{Script=Devanagari}\p{M}\s.-]+$/u,
  ta: /^[\p{Script=Tamil}\p{M}\s.-]+$/u,
}

/** The first alias in the language's own script. */
export function aliasInScript(aliases: readonly string[], language: Language): string | undefined {
  const script = SCRIPTS[language]
  return script && aliases.find((alias) => script.test(alias))
}
