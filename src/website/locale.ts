import type { MachineClass, PlateCell, PlateField, Ref } from '../schema/api/machine.ts'
import { pictureKeys } from './illustrations/illustrations.ts'
import type { Language } from './language.ts'
import { day, figure, fullMoney, month, spokenMoney } from './messages/figures.ts'
import { fill, vocabularies, type Words } from './messages/messages.ts'

/** The part of an address after the `?`, without empty values. */
export type Parameters = Record<string, string | number | null | undefined>

type ClassLabels = Pick<MachineClass, `${'label' | 'plural'}${'' | '_hi' | '_ta'}`>

interface LocaleParts {
  prefix: string
  /** The beginning of absolute addresses; empty makes them relative to the host. */
  baseUrl: string
  /** The other names of a manufacturer, and whether its machines have a colour. */
  manufacturer(slug: string): { aliases: readonly string[]; colour?: string | null } | undefined
}

export type Locale = ReturnType<typeof createLocale>

/** Returns everything about a page's language: messages, number formats, and addresses in it. */
export function createLocale(language: Language, { prefix, baseUrl, manufacturer }: LocaleParts) {
  const vocabulary = vocabularies[language]
  const { words } = vocabulary
  const inScript = <T>(en: T, hi: T | null | undefined, ta: T | null | undefined): T =>
    (language === 'hi' ? hi : language === 'ta' ? ta : en) || en
  const unit = (unit: string, value = 0) => fill(vocabulary.value('unit', unit), { n: value })
  const file = (address: string) => (address.startsWith('/') ? prefix + address : address)
  /** Translates a text of the data, such as "3-cylinder, water-cooled diesel", if every phrase of it is in the list. */
  function translateText(text: string): string {
    const [whole, ...parts] = [text, ...text.split(', ')].map((phrase) => {
      const numbers = phrase.match(/\d+(?:\.\d+)?/g) ?? []
      const term = vocabulary.find('said', phrase.toLowerCase().replaceAll(/\d+(?:\.\d+)?/g, '#'))
      return term?.replaceAll('#', () => numbers.shift() ?? '')
    })
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
    measure: (value: number, of: string) => (of ? `${figure(value)} ${unit(of, value)}` : figure(value)),
    unit,
    said: translateText,
    district: (name: string) => vocabulary.find('district', name.toLowerCase()) ?? name,
    sentences: (...texts: string[]) =>
      texts
        .filter(Boolean)
        .map((text) => (/[.।]$/u.test(text) ? text : text + (language === 'hi' ? '।' : '.')))
        .join(' '),
    className: ({ label, label_hi, label_ta }: ClassLabels) => inScript(label, label_hi, label_ta),
    classPlural,
    classInText: (labels: ClassLabels) => (language === 'en' ? labels.plural.toLowerCase() : classPlural(labels)),
    plateLabel: ({ key, label, label_hi, label_ta }: PlateCell | PlateField) =>
      (language === 'en' ? undefined : vocabulary.find('spec', key)) ?? inScript(label, label_hi, label_ta),
    /** A manufacturer's name in the page's script, if an alias gives it. */
    manufacturer: ({ slug, name }: Ref) => aliasInScript(manufacturer(slug)?.aliases ?? [], language) ?? name,
    to: (path: string, parameters: Parameters = {}) => `${prefix}/${language}/${path}${queryOf(parameters)}`,
    file,
    /** The address of a drawing in the manufacturer's colour; the logo's for a class without one. */
    drawing(key: string, slug = ''): string {
      if (!pictureKeys.includes(key)) return file('/pictures/yantra.svg')
      return file(manufacturer(slug)?.colour ? `/pictures/${key}/${slug}.svg` : `/pictures/${key}.svg`)
    },
    /** Addresses for use outside the page: with the host, if configured. */
    absolute: (path: string) => `${baseUrl || prefix}/${language}/${path}`,
    absoluteFile: (address: string) => (address.startsWith('/') ? (baseUrl || prefix) + address : address),
  }
}

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

function aliasInScript(aliases: readonly string[], language: Language): string | undefined {
  const script = SCRIPTS[language]
  return script && aliases.find((alias) => script.test(alias))
}
