/** Queries of the sets that are not read or answered as meant, and what of them is not; every other one is. */
export const MISSED = {
  // Used ones for which a new machine at their price, or none, is found.
  'पुराना ट्रैक्टर 3 लाख में': ['first'],
  'swaraj 744 xt rohtak second hand 6 lakh': ['first', 'in three'],
  'old massey 1035 jaipur 3 lakh': ['first', 'in three'],
  // Machines that are not published.
  'hindustan 60 tractor purana wala': ['first', 'in three'],
  'cng wala tractor': ['first', 'in three'],
  'mahindra gas wala 575 cng': ['first', 'in three'],
  'cng tractor kab aayega': ['first', 'in three'],
  'cng tractor': ['first', 'in three'],
  'हिंदुस्तान 60 ट्रैक्टर': ['first', 'in three'],
  // Machines near the figure are no worse than those at it.
  'massey 40 hp tractor': ['first'],
  'massey 40 hp': ['first'],
  '55hp 2wd tractor': ['first'],
  '42 hp tractor 6.5 latchathukku kila': ['first'],
  '21 ton excavator below 60 lakh': ['first'],
  'backhoe loader below 26 lakhs': ['first'],
  '40 எச்பி நான்கு சக்கர டிரைவ் டிராக்டர்': ['first'],
  'गेहूं काटने वाली मशीन': ['first'],
  'mahindra 57 hp 4wd': ['first'],
  'तीन सिलेंडर 60 एचपी': ['first'],
  'backhoe loader 30 lakh hyderabad': ['first'],
  '24 hp tractor for grapemaster sprayer': ['first', 'in three'],
  'सर्वात स्वस्त ४० एचपी ट्रॅक्टर': ['first'],
  // Power at the take-off bounds the engine's.
  '50 hp pto tractor': ['read'],
  // The figure itself is above it, too.
  '75 hp se jyada wala tractor': ['first', 'in three'],
  'mahindra tractor 50hp to upar': ['first'],
  'साढ़े पांच लाख से कम 30 एचपी से ज्यादा ट्रैक्टर': ['first'],
  '2 ton se zyada lift wala tractor 9 lakh se kam': ['first'],
  // A drive in the name comes before one on the plate.
  '4 wheel drive mini tractor': ['first', 'in three'],
  'மினி டிராக்டர் 4wd': ['first', 'in three'],
  // Wants the machines of used listings, as the next ones.
  'second hand backhoe 15 lakh tak': ['first', 'in three'],
  // Wants the machine of one used listing: those are found among the used ones, by their place and price.
  'second hand tractor ludhiana 5 lakh de andar': ['first', 'in three'],
  'கோயம்புத்தூரில் பழைய டிராக்டர்': ['first', 'in three'],
  'தஞ்சாவூர் செகண்ட் ஹேண்ட் கதிர் அறுக்கும் மெஷின்': ['first', 'in three'],
  'madurai la second hand power tiller': ['first'],
  'erode la pazhaya new holland': ['first'],
  'बिहार में पुराना ट्रैक्टर चाहिए': ['first', 'in three'],
  'used tractor 2021 model below 600000': ['first', 'in three'],
  'usedtractor rajkot': ['first', 'in three'],
  'purana tractor ludhiana': ['first', 'in three'],
  'second hand swaraj karnal': ['first', 'in three'],
  'juna tractor nashik': ['first', 'in three'],
  'தஞ்சாவூர் பழைய நெல் அறுவடை இயந்திரம்': ['first', 'in three'],
  'used tractor under 3 lakh': ['first', 'in three'],
  'guntur lo patha tractor': ['first', 'in three'],
  'pazhaya tractor coimbatore': ['first', 'in three'],
  'punjab vich purane tractor': ['first', 'in three'],
  'tamilnadu used tractor': ['first', 'in three'],
  'sab ton sasta purana tractor haryana': ['first', 'in three'],
  // "Sprayer" may be the machine that is asked for.
  '25 hp tractor sprayer grapes nashik': ['first'],
  // A number for a Roman one, a short word without its vowel, words of the lists with a typo or written together, letters
  // spelled by their names with blanks between.
  '5310 trem 4 john deere': ['first'],
  'char silandar wala swaraj': ['first', 'in three'],
  '50hptractor4wd': ['first', 'in three'],
  'जेसीबी थ्री डी एक्स सुपर': ['first', 'in three'],
  'powertrec euro50nxt': ['first'],
  // No parameter bounds the power at the take-off, so nothing is read.
  'tractor pto 45 hp se upar': ['read'],
  // Neither bounds nor an order by the power at the take-off.
  'pto 50 hp ku mela irukura tractor': ['first', 'in three'],
  '50 hp mein sabse zyada pto': ['first', 'in three'],
  'highest pto hp tractor': ['first', 'in three'],
  'pto 50 se upar': ['first', 'in three'],
  'tractor with pto hp above 50': ['first', 'in three'],
  'tractor with more than 50 pto hp': ['first', 'in three'],
  'pto 50 hp mela ulla tractor': ['first', 'in three'],
  'tractor pto hp above 55': ['first', 'in three'],
  'tractor pto hp more than 54': ['first', 'in three'],
  // What is fitted to a machine, by a word that machines have, too.
  'ट्रॉली के लिए 35 एचपी ट्रैक्टर राजस्थान': ['first', 'in three'],
  'straw reaper ke liye swaraj': ['first'],
  'grapemaster sprayer sathi mini tractor orchard': ['first', 'in three'],
  // The kind of a price.
  'on road 7 lakh ke andar tractor': ['first'],
  'ट्रैक्टर ऑन रोड कीमत 6 लाख तक': ['first', 'in three'],
  // Makers by the sound of their names, and two of them where one is half in Latin letters.
  எய்ச்சர்: ['first', 'in three'],
  'जॉन डिअर ५०५० डी की सोनालिका टायगर ५०': ['first', 'in three'],
  // What lifts more comes first, too.
  '1800kg lifting tractor': ['first'],
  // Of equal ones those with a price come first.
  '60 एचपी ट्रैक्टर': ['first', 'in three'],
  'saath hp wala tractor': ['first', 'in three'],
  '60 hp wala tractor': ['first', 'in three'],
  'महिंद्रा युवो 575 किंमत': ['first'],
  'महिंद्रा युवो ५७५ डीआय ची किंमत': ['first'],
  'boom lift': ['first'],
  '4x4 mahindra 50 hp above': ['first'],
}

/** Queries for implements and used listings whose first answer is another. */
export const MISSED_BESIDE = [
  // Names of makers, and words of names, that are too short to be told by their sound.
  'मास्कियो रोटावेटर',
  'बूम स्प्रेयर',
  // A slip in the name of a maker.
  'lemkin reversable plough',
]

export const MISREAD_NAMES: string[] = []
