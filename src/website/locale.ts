import type { MachineClass, PlateCell, PlateField, Ref } from '../schema/api/machine.ts'
import type { Language } from './language.ts'
import { day, figure, fullMoney, month, spokenMoney } from './messages/figures.ts'
import { beforePostposition, fill, vocabularies, type Words } from './messages/messages.ts'

/** The part of an address after the `?`, without empty values. */
export type Parameters = Record<string, string | number | null | undefined>

/** A class's plural within a sentence: as subject, and before a postposition. */
export type ClassWords = { class: string; classOf: string }

type ClassLabels = Pick<MachineClass, `${'label' | 'plural'}${'' | '_hi' | '_ta'}`>

interface LocaleParts {
  /** The path prefix, without a trailing slash. */
  prefix: string
  /** The beginning of absolute addresses; empty makes them relative to the host. */
  baseUrl: string
  manufacturerName(slug: string, language: Language): string | undefined
}

export type Locale = ReturnType<typeof createLocale>

/** Everything about a page's language: words, number formats, and addresses in it. */
export function createLocale(language: Language, { prefix, baseUrl, manufacturerName }: LocaleParts) {
  const vocabulary = vocabularies[language]
  const { words } = vocabulary
  const inScript = <T>(en: T, hi: T | null | undefined, ta: T | null | undefined): T =>
    (language === 'hi' ? hi : language === 'ta' ? ta : en) || en
  /** A unit by itself, or beside a figure that stands apart. */
  const unit = (unit: string, value = 0) => fill(vocabulary.value('unit', unit), { n: value })
  /** Translates a text of the data, such as "3-cylinder, water-cooled diesel", if every phrase of it is in the list. */
  function translateText(text: string): string {
    const phrases = [text, ...text.split(', ')].map((phrase) => {
      const numbers = phrase.match(/\d+(?:\.\d+)?/g) ?? []
      const term = vocabulary.known('said', phrase.toLowerCase().replaceAll(/\d+(?:\.\d+)?/g, '#'))
      return term?.replaceAll('#', () => numbers.shift() ?? '')
    })
    const [whole, ...parts] = phrases
    return whole ?? (parts.includes(undefined) ? text : parts.join(', '))
  }
  const classPlural = ({ plural, plural_hi, plural_ta }: ClassLabels) => inScript(plural, plural_hi, plural_ta)
  return {
    ...vocabulary,
    language,
    baseUrl,
    w: words,
    say: (key: keyof Words, values: Record<string, string | number>) => fill(words[key], values),
    money: (rupees: number) => spokenMoney(rupees, language),
    fullMoney,
    figure,
    month: (date: string) => month(date, language),
    day: (date: string) => day(date, language),
    /** A figure with its unit. */
    measure: (value: number, of: string) => (of ? `${figure(value)} ${unit(of, value)}` : figure(value)),
    unit,
    said: translateText,
    district: (name: string) => vocabulary.known('district', name.toLowerCase()) ?? name,
    /** Texts as sentences, one after the other. */
    sentences: (...texts: string[]) =>
      texts
        .filter(Boolean)
        .map((text) => (/[.।]$/u.test(text) ? text : text + (language === 'hi' ? '।' : '.')))
        .join(' '),
    className: ({ label, label_hi, label_ta }: ClassLabels) => inScript(label, label_hi, label_ta),
    classPlural,
    classWords(labels: ClassLabels): ClassWords {
      const plural = language === 'en' ? labels.plural.toLowerCase() : classPlural(labels)
      return { class: plural, classOf: beforePostposition(plural, language) }
    },
    /** The label of a key figure: one word for a field in a specification and in its class. */
    plateLabel: ({ key, label, label_hi, label_ta }: PlateCell | PlateField) =>
      (language === 'en' ? undefined : vocabulary.known('spec', key)) ?? inScript(label, label_hi, label_ta),
    /** A manufacturer's name in the page's script, if known. */
    manufacturer: ({ slug, name }: Ref) => manufacturerName(slug, language) ?? name,
    /** The address of one of the site's pages. */
    to: (path: string, parameters: Parameters = {}) => `${prefix}/${language}/${path}${queryOf(parameters)}`,
    /** The address of our own file, or of a picture elsewhere. */
    file: (address: string) => (address.startsWith('/') ? prefix + address : address),
    /** The same with the host, if configured: for use outside the page. */
    absolute: (path: string) => `${baseUrl || prefix}/${language}/${path}`,
    absoluteFile: (address: string) => (address.startsWith('/') ? (baseUrl || prefix) + address : address),
  }
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
