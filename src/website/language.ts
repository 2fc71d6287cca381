export const LANGUAGES = ['en', 'hi', 'ta'] as const
export type Language = (typeof LANGUAGES)[number]

/** Remembers the chosen language and nothing else. */
export const LANGUAGE_COOKIE = 'yantra_language'

export function isLanguage(text: string | undefined): text is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(text)
}

/** The reader's language: the chosen one, else the best of Accept-Language, else English. */
export function negotiateLanguage(accepted: string | undefined, cookies: string | undefined): Language {
  return rememberedLanguage(cookies) ?? acceptedLanguage(accepted)
}

function rememberedLanguage(cookies: string | undefined): Language | undefined {
  const value = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=(\\w+)`).exec(cookies ?? '')?.[1]
  return isLanguage(value) ? value : undefined
}

function acceptedLanguage(accepted = ''): Language {
  let best: Language = 'en'
  let max = 0
  for (const item of accepted.slice(0, 1_000).split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const language = range.split('-')[0]
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (isLanguage(language) && weight > max) [best, max] = [language, weight]
  }
  return best
}
