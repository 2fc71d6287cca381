import type { Lexeme } from '../search/reading/lexemes.ts'
import { toLexemes } from '../search/reading/vocabulary.ts'

/** How people say hours, kilometres, owners, sellers and the wish for few hours. */
export const UNITS = phrases({
  hours_max:
    'hours, hour, hrs, hr, hours run, hours used, ghante, ghanta, ghnte, घंटे, घंटा, घण्टे, घंटों, மணி நேரம், மணிநேரம், மணி, மணிநேரத்திற்குள், மணி நேரத்திற்குள், மணிநேரத்துக்குள், mani neram, manineram, taas, tas, तास, gantalu, gantala, ganta, గంటలు, గంటల, ਘੰਟੇ, kalak, કલાક, gante, ಗಂಟೆ, manikkoor, മണിക്കൂർ',
  km_max: 'km, kms, kilometer, kilometers, kilometre, kilometres, किमी, किलोमीटर, கிமீ, கிலோமீட்டர்',
})
export const COUNTS = phrases({
  1: '1, 1st, 1 st, first, single, one, only one, ek, pehla, pehle, pahla, पहला, पहले, एक, முதல், ஒரே, ஒரு, oru, mudhal, pahila, pahile, pehlan, ikko, ekach, modati, okka, पहिला, एकच, एक ही, మొదటి, ਪਹਿਲਾ, ਇੱਕੋ',
  2: '2, 2nd, 2 nd, second, two, do, dusra, doosra, दो, दूसरा, दूसरे, இரண்டு, இரண்டாம், irandu',
  3: '3, 3rd, 3 rd, third, three, teen, tisra, teesra, तीन, तीसरा, மூன்று, மூன்றாம், moondru',
})
export const OWNERS = phrases({
  owner:
    'owner, owners, ownership, malik, maalik, malak, मालिक, मालक, உரிமையாளர், urimaiyalar, ఓనర్, యజమాని, yajamani, ਮਾਲਕ, ओनर, ஓனர்',
})
export const SELLERS = phrases({
  dealer: 'dealer se, from dealer, by dealer, dealer wala, dealer seller, डीलर से, டீலரிடம், dealer kitta',
  owner:
    'owner se, from owner, by owner, direct owner, owner seller, individual seller, private seller, malik se, kisan se, मालिक से, किसान से, உரிமையாளரிடம்',
})
export const WISHES = phrases({
  hours_asc:
    'sabse kam chala, sabse kam chala hua, sabse kam chali, sabse kam chali hui, sabse kam chale, sabse kam ghante, sabse kam ghante wala, sabse kam ghante chala, sabse kam ghante chala hua, sabse kam hours, sabse kam hours wala, kam ghante, kam ghante wala, kam ghante chala, kam ghante chala hua, kam chala, kam chala hua, kam chali hui, kam hours, least hours, lowest hours, fewest hours, low hours, less hours, least used, less used, lightly used, minimum hours, low running, less running, lowest running, least running, सबसे कम चला, सबसे कम चला हुआ, सबसे कम चली हुई, सबसे कम घंटे, सबसे कम घंटे चला, सबसे कम घंटे चला हुआ, कम चला, कम चला हुआ, कम घंटे, कम घंटे चला, sarvat kami tas, sarvat kami taas, sarvat kami chalela, sarvat kami chalalela, kami tas, kami taas, kami chalela, kami chalalela, सर्वात कमी तास, सर्वात कमी चाललेला, कमी तास, कमी चाललेला, sab ton ghat chalya, sab ton ghatt chalya, sab ton ghat chaleya, ghat chalya, ghat chaleya, ਸਭ ਤੋਂ ਘੱਟ ਚੱਲਿਆ, ਘੱਟ ਚੱਲਿਆ, andarikante takkuva gantalu, takkuva gantalu, takkuva hours, takkuva tirigina, తక్కువ గంటలు, తక్కువ తిరిగిన, kammi hours, romba kammi hours, kammi mani neram, kammiya odina, kammi odina, kuraivana hours, குறைந்த மணி நேரம், குறைந்த மணிநேரம், குறைவான மணி நேரம், குறைவா ஓடிய, குறைவாக ஓடிய, கம்மியா ஓடிய',
})
function phrases(lists: Record<string, string>): Map<string, string> {
  const spelled = (phrase: string) => toLexemes(phrase).map(({ text }) => text)
  return new Map(
    Object.entries(lists).flatMap(([value, list]) => list.split(', ').map((one) => [spelled(one).join(' '), value])),
  )
}

/** The longest phrase from here that the look-up knows. */
export function longest<T>(
  lexemes: readonly Lexeme[],
  at: number,
  most: number,
  find: (words: string) => T | undefined,
) {
  let found: { value: T; end: number } | undefined
  let words = ''
  for (let end = at + 1; end <= lexemes.length && end <= at + most; end++) {
    words = words === '' ? lexemes[at]!.text : `${words} ${lexemes[end - 1]!.text}`
    const value = find(words)
    if (value !== undefined) found = { value, end }
  }
  return found
}
