import type { PlateCell, Ref } from '../contract/machine.ts'
import type { PlateField } from '../contract/machine-class.ts'
import type { Language } from './language.ts'
import { day, figure, fullMoney, month, saidMoney } from './words/figures.ts'
import { fill } from './words/terms.ts'
import { type Vocabulary, vocabularies, type Words } from './words/words.ts'

/** What an address carries after the `?`; empty and missing values are left out. */
export type Parameters = Record<string, string | number | null | undefined>

interface ClassLabels {
  label: string
  label_hi: string
  label_ta: string
  plural: string
  plural_hi: string
  plural_ta: string
}

/** Whoever reads a page: language, words, figures as they are written there, and addresses that stay in it. */
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
  className(labels: ClassLabels): string
  classPlural(labels: ClassLabels): string
  /** The same inside a sentence. */
  classPluralWithin(labels: ClassLabels): string
  plateLabel(cell: PlateCell | PlateField): string
  /** A maker's name in the script of the page, where one is known. */
  maker(ref: Ref): string
  /** The address of a page of the site. */
  to(path: string, parameters?: Parameters): string
  /** The address of a file of ours, or of a picture elsewhere. */
  file(address: string): string
  /** The same with the host, where one is configured: for those who read without being here. */
  absolute(path: string): string
  absoluteFile(address: string): string
}

interface ReaderParts {
  /** Path prefix of everything, without a trailing slash. */
  prefix: string
  /** Where absolute addresses begin; empty leaves them relative to the host. */
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
    measure: (value, unit) => (unit ? `${figure(value)} ${vocabulary.value('unit', unit)}` : figure(value)),
    className: ({ label, label_hi, label_ta }) => inScript(label, label_hi, label_ta),
    classPlural: ({ plural, plural_hi, plural_ta }) => inScript(plural, plural_hi, plural_ta),
    classPluralWithin: (labels) => (language === 'en' ? labels.plural.toLowerCase() : reader.classPlural(labels)),
    plateLabel: ({ label, label_hi, label_ta }) => inScript(label, label_hi, label_ta),
    maker: ({ slug, name }) => makerName(slug, language) ?? name,
    to: (path, parameters = {}) => `${prefix}/${language}/${path}${queryOf(parameters)}`,
    file: (address) => (address.startsWith('/') ? prefix + address : address),
    absolute: (path) => `${baseUrl || prefix}/${language}/${path}`,
    absoluteFile: (address) => (address.startsWith('/') ? (baseUrl || prefix) + address : address),
  }
  return reader
}

/** The part of an address from the `?` on. */
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

/** The first alias that is written in the language's own script. */
export function aliasInScript(aliases: readonly string[], language: Language): string | undefined {
  const script = SCRIPTS[language]
  return script && aliases.find((alias) => script.test(alias))
}
