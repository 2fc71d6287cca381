import { foldWord } from './text/fold.ts'

/** Beginnings that name a contact, whatever follows. */
const STEMS = ['phone', 'mobile', 'whatsapp', 'email', 'contact', 'upi', 'telephone', 'mobail', 'landline']
const WHOLE =
  /^(tel|telegram|instagram|facebook|insta|fb|ig|mob|ph|cell|cellphone|gpay|phonepe|paytm|vpa|wa)(no|nos|number|num|id|ids|handle|link|url|page|profile|username|user)?\d*$/
const GLUED_PREFIX =
  /^(owner|seller|dealer|user|my|alt|alternate|alternative|primary|secondary|other|second|home|work|office|buyer|customer|agent|broker|driver|manager|father|son|brother|shop|personal|private|cell|smart)(phone|mobile|whatsapp|email|contact|upi|telephone|tel|telegram|instagram|facebook)/
const INDIC =
  /(फोन|मोबाइल|मोबाईल|संपर्क|सम्पर्क|व्हाट्सएप|व्हाट्सऐप|वाट्सएप|ईमेल|इमेल|दूरभाष|தொலைபேசி|கைபேசி|அலைபேசி|மொபைல்|தொடர்பு|வாட்ஸ்அப்|மின்னஞ்சல்|போன்)/u

const INDIC_FOLDED = new RegExp(foldWord(INDIC.source.replaceAll('|', '\n')).replaceAll('\n', '|'), 'u')

/** The words of a key: `ownerPhone`, `owner_phone` and `OWNER-PHONE` are all "owner", "phone". */
function wordsOf(key: string): string[] {
  const spaced = key
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return foldWord(spaced)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

const MOST_WORDS = 24

/** Whether a key names a contact: it is then dropped with its value, whatever that is. */
export function isContactKey(key: string): boolean {
  if (key.length > 400) return isContactKey(key.slice(0, 200)) || isContactKey(key.slice(-200))
  const words = wordsOf(key).slice(0, MOST_WORDS)
  for (let from = 0; from < words.length; from++) {
    const rest = words.slice(from).join('')
    if (STEMS.some((stem) => rest.startsWith(stem)) || WHOLE.test(rest)) return true
  }
  const joined = words.join('')
  return STEMS.some((stem) => joined.startsWith(stem)) || GLUED_PREFIX.test(joined) || INDIC_FOLDED.test(joined)
}

/** Whether a key tells where a value came from: `source*`, `*_url`, `page*`, `scraped*`. */
export function isSourceKey(key: string): boolean {
  const words = wordsOf(key.slice(0, 400))
  const joined = words.join('')
  if (/^(source|page|scraped)/.test(joined)) return true
  return words.length > 1 && /^(url|urls|uri|href)$/.test(words.at(-1) ?? '')
}

/** The key as it would stand before its value in a sentence; a label in it then speaks for the value. */
export function keyAsLabel(key: string): string {
  return `${wordsOf(key.slice(0, 80)).join(' ')}: `
}
