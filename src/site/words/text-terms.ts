import type { Term } from './terms.ts'

/** Longer texts: about, developers, problems. */
export const textTerms = {
  aboutLead: [
    'What the figures mean, how old they are, how sure we are, and what happens to what you write.',
    'आँकड़ों का क्या मतलब है, वे कितने पुराने हैं, कितने पक्के हैं, और आप जो लिखते हैं उसका क्या होता है।',
    'விவரங்களின் பொருள் என்ன, எவ்வளவு பழையவை, எவ்வளவு உறுதி, நீங்கள் எழுதுவது என்னவாகிறது.',
  ],
  aboutKinds: ['Kinds of prices', 'कीमतों के प्रकार', 'விலை வகைகள்'],
  aboutExShowroom: [
    'What the dealer asks for the machine, before registration and insurance.',
    'डीलर मशीन के लिए जो माँगता है, पंजीकरण और बीमा से पहले।',
    'பதிவு, காப்பீட்டுக்கு முன் இயந்திரத்திற்கு டீலர் கேட்கும் விலை.',
  ],
  aboutOnRoad: [
    'With registration, insurance and charges: what leaves your pocket.',
    'पंजीकरण, बीमा और शुल्क सहित: जेब से कुल जितना जाता है।',
    'பதிவு, காப்பீடு, கட்டணங்கள் உட்பட: நீங்கள் மொத்தமாகச் செலுத்துவது.',
  ],
  aboutDealerQuote: ['One dealer’s offer in one place.', 'एक जगह, एक डीलर का भाव।', 'ஓரிடத்தில் ஒரு டீலர் கூறிய விலை.'],
  aboutSubsidised: [
    'After a scheme of the government; not everybody qualifies.',
    'सरकारी योजना के बाद; हर कोई पात्र नहीं होता।',
    'அரசுத் திட்டத்திற்குப் பின்; அனைவருக்கும் தகுதி இல்லை.',
  ],
  aboutEstimate: [
    'Derived from similar machines; the weakest kind.',
    'मिलती-जुलती मशीनों से निकाला गया; सबसे कमज़ोर प्रकार।',
    'ஒத்த இயந்திரங்களிலிருந்து கணிக்கப்பட்டது; மிகக் குறைந்த உறுதி.',
  ],
  aboutDates: ['Dates', 'तारीख़ें', 'தேதிகள்'],
  aboutDatesText: [
    'A price carries the month it was seen in. Of a range, the older of its two months is shown, so that no figure is older than it says. “Checked” is when somebody last went through the whole sheet.',
    'हर कीमत के साथ वह महीना है जब उसे देखा गया। दायरे में दोनों में से पुराना महीना लिखा जाता है, ताकि कोई आँकड़ा बताए गए से पुराना न हो। “जाँच” वह समय है जब पूरी जानकारी पिछली बार परखी गई।',
    'ஒவ்வொரு விலையும் பார்க்கப்பட்ட மாதத்துடன் உள்ளது. வரம்பில் இரண்டில் பழைய மாதமே காட்டப்படும்; எனவே எந்த விவரமும் சொன்னதை விடப் பழையதாக இருக்காது. “சரிபார்த்தது” என்பது முழு விவரமும் கடைசியாகச் சரிபார்க்கப்பட்ட நேரம்.',
  ],
  aboutConfidence: ['Confidence', 'भरोसा', 'நம்பகத்தன்மை'],
  aboutConfidenceText: [
    'Each line of a specification says how sure it is: sure (printed by the maker), likely (two sources agree), unsure (one source). A figure we do not know is left out; none is worked out from another.',
    'हर पंक्ति बताती है कि वह कितनी पक्की है: पक्का (कंपनी ने छापा), लगभग पक्का (दो स्रोत सहमत), पक्का नहीं (एक स्रोत)। जो आँकड़ा पता नहीं, वह छोड़ दिया जाता है; कोई आँकड़ा दूसरे से नहीं निकाला जाता।',
    'ஒவ்வொரு வரியும் எவ்வளவு உறுதி எனச் சொல்கிறது: உறுதி (தயாரிப்பாளர் அச்சிட்டது), பெரும்பாலும் சரி (இரு ஆதாரங்கள் ஒத்துப்போகின்றன), உறுதியில்லை (ஒரே ஆதாரம்). தெரியாத விவரம் விடப்படும்; எதுவும் மற்றொன்றிலிருந்து கணக்கிடப்படுவதில்லை.',
  ],
  aboutPrivacy: ['Privacy', 'निजता', 'தனியுரிமை'],
  aboutPrivacyText: [
    'No tracker, no advertisement, no account. One cookie holds the language you chose. What you write to a seller is kept privately, goes to that seller alone, and is deleted after it is closed. Sellers’ numbers never reach any page.',
    'न ट्रैकर, न विज्ञापन, न खाता। एक कुकी में केवल आपकी चुनी भाषा रहती है। विक्रेता को लिखा संदेश निजी रखा जाता है, केवल उसी को जाता है और बंद होने के बाद मिटा दिया जाता है। विक्रेता का नंबर किसी पन्ने पर नहीं आता।',
    'கண்காணிப்பு இல்லை, விளம்பரம் இல்லை, கணக்கு இல்லை. ஒரு குக்கி நீங்கள் தேர்ந்த மொழியை மட்டும் வைத்திருக்கும். விற்பவருக்கு எழுதுவது தனியாகப் பாதுகாக்கப்பட்டு, அவருக்கு மட்டுமே செல்லும்; முடிந்தபின் அழிக்கப்படும். விற்பவர்களின் எண்கள் எந்தப் பக்கத்திலும் வராது.',
  ],
  aboutSample: ['Sample data', 'नमूना डेटा', 'மாதிரித் தரவு'],
  aboutSampleText: [
    'A ribbon “Sample” marks records that come with the program so that it can be tried out.',
    '“नमूना” की पट्टी उन जानकारियों पर है जो प्रोग्राम के साथ आज़माने के लिए आती हैं।',
    '“மாதிரி” என்ற பட்டை, நிரலை முயன்று பார்க்க அதனுடன் வரும் பதிவுகளைக் குறிக்கிறது.',
  ],
  developersLead: [
    'Everything on this site comes from an open read API: search, sheets, fitting implements, listings, classes, and webhooks for changes.',
    'इस साइट की सारी जानकारी एक खुले API से आती है: खोज, पूरी जानकारी, सही उपकरण, पुरानी मशीनें, प्रकार, और बदलाव के लिए वेबहुक।',
    'இந்தத் தளத்தின் அனைத்தும் ஒரு திறந்த API-யிலிருந்து வருகின்றன: தேடல், விவரங்கள், பொருந்தும் கருவிகள், விற்பனைப் பட்டியல், வகைகள், மாற்றங்களுக்கான வெப்ஹூக்.',
  ],
  developersTry: ['Try it', 'आज़माएँ', 'முயன்று பாருங்கள்'],
  developersTryText: [
    'No key is needed to read. Addresses of pages and of the API take the same parameters: put /v1/tractors in place of this site’s machines page.',
    'पढ़ने के लिए कुंजी ज़रूरी नहीं। पन्नों और API के पते एक जैसे पैरामीटर लेते हैं: मशीनों के पन्ने की जगह /v1/tractors लिखें।',
    'படிக்க விசை தேவையில்லை. பக்கங்களும் API-யும் ஒரே அளவுருக்களை ஏற்கின்றன: இயந்திரங்கள் பக்கத்திற்குப் பதிலாக /v1/tractors என எழுதுங்கள்.',
  ],
  developersReference: ['Reference of all operations', 'सभी ऑपरेशन का संदर्भ', 'அனைத்து செயல்பாடுகளின் குறிப்பு'],
  developersOpenApi: ['OpenAPI description', 'OpenAPI विवरण', 'OpenAPI விளக்கம்'],
  developersOperations: ['Operations', 'ऑपरेशन', 'செயல்பாடுகள்'],
  problem400: ['This address does not make sense', 'यह पता समझ में नहीं आया', 'இந்த முகவரி புரியவில்லை'],
  problem403: ['That is not allowed', 'इसकी अनुमति नहीं है', 'இதற்கு அனுமதி இல்லை'],
  problem404: ['There is nothing here', 'यहाँ कुछ नहीं है', 'இங்கே எதுவும் இல்லை'],
  problem429: ['Too many at once', 'एक साथ बहुत ज़्यादा', 'ஒரே நேரத்தில் மிக அதிகம்'],
  problem500: ['Something went wrong on our side', 'हमारी ओर कुछ गड़बड़ हुई', 'எங்கள் பக்கம் ஏதோ தவறு ஏற்பட்டது'],
  problem503: ['We cannot answer right now', 'हम अभी जवाब नहीं दे सकते', 'இப்போது பதிலளிக்க முடியவில்லை'],
  problem400Text: [
    'These parts of the address cannot be read. Take them away, or start a new search.',
    'पते के ये हिस्से पढ़े नहीं जा सके। इन्हें हटाएँ या नई खोज करें।',
    'முகவரியின் இந்தப் பகுதிகளைப் படிக்க முடியவில்லை. அவற்றை நீக்குங்கள் அல்லது புதிதாகத் தேடுங்கள்.',
  ],
  problem403Text: [
    'Send the form from its own page, please.',
    'कृपया फ़ॉर्म उसी के पन्ने से भेजें।',
    'படிவத்தை அதன் பக்கத்திலிருந்தே அனுப்புங்கள்.',
  ],
  problem404Text: [
    'The page may have moved, or the machine may have been sold or taken out of the catalogue.',
    'हो सकता है पन्ना हट गया हो, या मशीन बिक गई हो या सूची से निकल गई हो।',
    'பக்கம் மாறியிருக்கலாம், அல்லது இயந்திரம் விற்கப்பட்டிருக்கலாம் அல்லது பட்டியலிலிருந்து நீக்கப்பட்டிருக்கலாம்.',
  ],
  problem429Text: ['Wait a little, then try again.', 'थोड़ा रुककर फिर कोशिश करें।', 'சற்று காத்திருந்து மீண்டும் முயலுங்கள்.'],
  problem500Text: [
    'It is noted. Try again in a moment; quote this number if it stays: {id}',
    'यह दर्ज हो गया है। थोड़ी देर में फिर कोशिश करें; समस्या बनी रहे तो यह संख्या बताएँ: {id}',
    'இது பதிவு செய்யப்பட்டது. சற்று நேரத்தில் மீண்டும் முயலுங்கள்; தொடர்ந்தால் இந்த எண்ணைக் குறிப்பிடுங்கள்: {id}',
  ],
} satisfies Record<string, Term>
