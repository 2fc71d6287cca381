// Words for numbers in English, Hindi and Tamil, in their own scripts and as people spell them in Latin letters,
// with English digits as they are written in Devanagari and Tamil.

const DIGIT_WORDS: readonly string[] = [
  'zero pujiyam pujjiyam poojjiyam poojiyam oh nil nought naught jero jiro ziro shunya shoonya sunya sifar zeero शून्य सुन्ना सिफर जीरो ज़ीरो जिरो पूज्य पूज्यम பூஜ்யம் பூஜ்ஜியம் பூச்சியம் பூஜியம் சுழியம் சுழி ஜீரோ சைபர் ஸீரோ poojyam pujyam poojiyam poojjiyam poochiyam suzhi suzhiyam saibar cipher',
  'one ek eik won wan van ikk एक वन ஒன்று ஒன்னு ஒண்ணு ஒன் வன் onnu onru ondru ondu onu',
  'two tu doh don दो दोन टू टु இரண்டு ரெண்டு ரண்டு டூ டு rendu irandu randu erandu',
  'three thri teen theen tin thee teeen tinn तीन थ्री थिरी மூன்று மூணு மூனு த்ரீ திரி moonu moondru mundru munru moonru muunu',
  'four foor fore char chaar चार फोर फॉर நான்கு நாலு ஃபோர் போர் naalu nalu naangu nangu naanku nanku',
  'five faiv fiv anchu ainju anjju paanch panch paach pach pannch panj पांच पाँच पाच फाइव फाईव फाइभ ஐந்து அஞ்சு ஃபைவ் பைவ் anju ainthu aindhu aindu ainthhu anji',
  'six siks sicks chhe chhah chah chheh cheh che chey chhai chhay chha chhey saha छह सहा छः छ छै छे छ: सिक्स सिक्श ஆறு சிக்ஸ் aaru aru aarru',
  'seven sevan sewen savan saath saat sat satt सात सेवन सेवेन ஏழு செவன் ezhu elu yezhu yelu aezhu eezhu',
  'eight eight eit yettu etu ate ayt aath aat aathh ath aaath atth आठ एट ऐट एइट எட்டு எயிட் ஏட் எய்ட் ettu yettu',
  'nine nain nayn nyn nau nou naw naun नौ नो नाइन नाईन नऊ ஒன்பது ஒம்பது ஒன்பத நைன் onbathu ombathu ombadhu onpathu onbadhu ombodhu onpadhu ombathhu',
]

/** Words that are digits only among other number words: too common in ordinary sentences. */
const HOMOPHONES: readonly string[] = ['to', 'too', 'for', 'do', 'no', 'o', 'tree', 'free', 'sax', 'tee']
const HOMOPHONE_VALUES = ['2', '2', '4', '2', '9', '0', '3', '3', '6', '3']

const TEENS: readonly string[] = [
  'ten dus das दस टेन பத்து pathu pattu paththu',
  'eleven gyarah gyara gyaarah ग्यारह इलेवन பதினொன்று பதினொன்னு pathinonnu padhinonnu',
  'twelve barah baarah bara बारह ट्वेल्व பன்னிரண்டு பன்னெண்டு pannirandu pannendu',
  'thirteen terah tehra तेरह थर्टीन பதிமூன்று பதிமூணு pathimoonu padhimoonu',
  'fourteen chaudah choudah chauda चौदह फोर्टीन பதினான்கு பதினாலு pathinaalu padhinaalu',
  'fifteen pandrah pandra pundrah पंद्रह पन्द्रह फिफ्टीन பதினைந்து பதினஞ்சு pathinanju padhinanju',
  'sixteen solah sola सोलह सिक्सटीन பதினாறு pathinaaru padhinaaru',
  'seventeen satrah satra satarah सत्रह सेवनटीन பதினேழு pathinezhu padhinezhu',
  'eighteen atharah athara attharah अठारह अट्ठारह एटीन பதினெட்டு pathinettu padhinettu',
  'nineteen unnis unees unnees उन्नीस नाइनटीन பத்தொன்பது பத்தொம்பது pathonbathu pathombathu',
]

const TENS: readonly string[] = [
  'twenty ट्वेंटी ट्वेन्टी இருபது இருபத்து இருபத்தி irubathu irupathu irubathi irubadhu',
  'thirty थर्टी முப்பது முப்பத்து முப்பத்தி muppathu muppathi muppadhu',
  'forty fourty फोर्टी நாற்பது நாற்பத்து நாற்பத்தி narpathu naarpathu naarpathi naapathu naapathi naapadhu',
  'fifty फिफ्टी ஐம்பது ஐம்பத்து ஐம்பத்தி aimbathu aimpathu aimbathi ambathu',
  'sixty सिक्सटी அறுபது அறுபத்து அறுபத்தி arubathu arupathu arubathi',
  'seventy सेवेंटी सेवंटी எழுபது எழுபத்து எழுபத்தி ezhubathu elubathu ezhupathu ezhubathi',
  'eighty एटी एट्टी எண்பது எண்பத்து எண்பத்தி enbathu enpathu enbathi',
  'ninety ninty नाइंटी नाइन्टी தொண்ணூறு தொண்ணூற்று தொண்ணூத்தி தொன்னூறு தொன்னூற்று thonnooru thonnoorru thonnoothi thonnuru thonnutri thonnoothu',
]

const HINDI_FROM_20: readonly string[] = [
  'बीस bees bis|इक्कीस ikkis ikkees|बाईस बाइस bais baees|तेईस तेइस teis teees|चौबीस chaubis chaubees|पच्चीस pachis pachchis pacchees|छब्बीस chabbis chhabbis|सत्ताईस सत्ताइस sattais sattaees|अट्ठाईस अठाईस अट्ठाइस atthais athais|उनतीस उन्तीस untis unatis',
  'तीस tees|इकतीस इकत्तीस ikattis iktis|बत्तीस battis|तैंतीस तेतीस taintis tetis|चौंतीस चौतीस chauntis chautis|पैंतीस paintis|छत्तीस chattis chhattis|सैंतीस saintis|अड़तीस adtis artis|उनतालीस उन्तालीस untalis',
  'चालीस chalis chaalis|इकतालीस iktalis|बयालीस bayalis|तैंतालीस तेतालीस taintalis|चौवालीस चवालीस chauvalis chavalis|पैंतालीस paintalis|छियालीस chhiyalis chiyalis|सैंतालीस saintalis|अड़तालीस adtalis artalis|उनचास unchas',
  'पचास pachas pachaas|इक्यावन ikyavan|बावन bavan baavan|तिरपन तिरेपन tirpan|चौवन चौव्वन चव्वन chauvan chavan chavvan chauwan|पचपन pachpan|छप्पन chappan chhappan|सत्तावन sattavan|अट्ठावन अठावन atthavan athavan|उनसठ unsath',
  'साठ|इकसठ iksath|बासठ basath|तिरसठ tirsath|चौंसठ चौसठ chausath chaunsath|पैंसठ painsath|छियासठ chhiyasath chiyasath|सड़सठ सरसठ sadsath|अड़सठ adsath|उनहत्तर उनहतर unhattar',
  'सत्तर sattar|इकहत्तर ikhattar|बहत्तर bahattar|तिहत्तर tihattar|चौहत्तर chauhattar|पचहत्तर पिचहत्तर pachhattar pachattar pichhattar|छिहत्तर chhihattar chihattar|सतहत्तर satahattar sathattar|अठहत्तर athhattar athahattar|उन्नासी उनासी unasi unnasi',
  'अस्सी assi|इक्यासी ikyasi|बयासी bayasi|तिरासी tirasi|चौरासी chaurasi|पचासी pachasi|छियासी chhiyasi chiyasi|सत्तासी सतासी sattasi satasi|अट्ठासी अठासी atthasi athasi|नवासी navasi',
  'नब्बे नब्‍बे nabbe|इक्यानवे इक्यानबे ikyanve ikyanave|बानवे बानबे banve baanve banave|तिरानवे तिरानबे tiranve|चौरानवे चौरानबे chauranve|पंचानवे पचानवे पंचानबे panchanve pachanve|छियानवे छियानबे chhiyanve chiyanve|सत्तानवे सत्तानबे सतानवे sattanve satanve|अट्ठानवे अठानवे अट्ठानबे atthanve athanve attanve|निन्यानवे निन्यानबे ninyanve ninnyanve',
]

export const TWICE: readonly string[] = 'double dabal dubble dbl डबल डब्बल दुगना டபுள் டபிள் டபள்'.split(' ')
export const THRICE: readonly string[] = 'triple tripal treble tripple ट्रिपल ट्रिप्पल तिगुना ட்ரிபிள் டிரிபிள் திரிபிள்'.split(
  ' ',
)
export const HUNDRED: readonly string[] = 'hundred सौ sau हंड्रेड நூறு நூற்று nooru'.split(' ')

export type NumberWord = { digits: string; tens: boolean; homophone: boolean }

/** Tamil writes tens and unit as one word, the unit's vowel taking the place of the final u. */
function tamilCompounds(): Map<string, string> {
  const units = ['ொன்று', 'ிரண்டு', 'ிமூன்று', 'ினான்கு', 'ைந்து', 'ாறு', 'ேழு', 'ெட்டு', 'ொன்பது']
  const spoken = ['ியொன்று', 'ிரெண்டு', 'ிமூணு', 'ிநாலு', 'ஞ்சு', 'ியாறு', 'ியேழு', 'ியெட்டு', 'ியொன்பது']
  const joined = ['ுஒன்று', 'ுஇரண்டு', 'ுமூன்று', 'ுநான்கு', 'ுஐந்து', 'ுஆறு', 'ுஏழு', 'ுஎட்டு', 'ுஒன்பது']
  const found = new Map<string, string>()
  TENS.forEach((line, tens) => {
    for (const word of line.split(' ')) {
      if (!/[\u0b80-\u0bff]/.test(word) || !word.endsWith('து') || word.endsWith('பது')) continue
      for (const forms of [units, spoken, joined]) {
        forms.forEach((unit, k) => {
          found.set(word.slice(0, -1) + unit, `${tens + 2}${k + 1}`)
        })
      }
    }
  })
  for (const forms of [units, spoken, joined]) {
    forms.forEach((unit, k) => {
      found.set(`தொண்ணூற்ற${unit}`, `9${k + 1}`)
    })
  }
  return found
}

export function numberWords(): Map<string, NumberWord> {
  const words = new Map<string, NumberWord>()
  function add(line: string, digits: string, tens: boolean): void {
    for (const word of line.split(' ')) if (!words.has(word)) words.set(word, { digits, tens, homophone: false })
  }
  for (const [word, digits] of tamilCompounds()) add(word, digits, false)
  DIGIT_WORDS.forEach((line, value) => {
    add(line, String(value), false)
  })
  TEENS.forEach((line, k) => {
    add(line, String(10 + k), false)
  })
  TENS.forEach((line, k) => {
    add(line, `${k + 2}0`, true)
  })
  HINDI_FROM_20.forEach((line, tens) => {
    line.split('|').forEach((forms, unit) => {
      add(forms, `${tens + 2}${unit}`, false)
    })
  })
  HOMOPHONES.forEach((word, k) => {
    words.set(word, { digits: HOMOPHONE_VALUES[k] ?? '', tens: false, homophone: true })
  })
  return words
}
