import type {
  INSPECTION_MODES,
  LIFECYCLES,
  LISTING_SORTS,
  MEDIA_KINDS,
  POWER_SOURCES,
  PRICE_KINDS,
  SECTIONS,
  SELLERS,
  SORTS,
  SOURCE_KINDS,
  WHEEL_DRIVES,
} from '../../contract/values.ts'
import type { Term } from './terms.ts'

/** The closed lists of the contract: a value without its words does not compile. */
type Terms<List extends readonly string[]> = Record<List[number], Term>

export const powerSources: Terms<typeof POWER_SOURCES> = {
  diesel: ['Diesel', 'डीज़ल', 'டீசல்'],
  electric: ['Electric', 'इलेक्ट्रिक', 'மின்சாரம்'],
  petrol: ['Petrol', 'पेट्रोल', 'பெட்ரோல்'],
  cng: ['CNG', 'सीएनजी', 'சிஎன்ஜி'],
  dual_fuel: ['Dual fuel', 'दोहरा ईंधन', 'இரட்டை எரிபொருள்'],
  hybrid: ['Hybrid', 'हाइब्रिड', 'ஹைப்ரிட்'],
}

export const wheelDrives: Terms<typeof WHEEL_DRIVES> = {
  '2wd': ['2WD', '2WD (टू-व्हील ड्राइव)', '2WD (இரு சக்கர இயக்கம்)'],
  '4wd': ['4WD', '4WD (फोर-व्हील ड्राइव)', '4WD (நான்கு சக்கர இயக்கம்)'],
  crawler: ['Crawler', 'क्रॉलर', 'கிராலர்'],
}

export const priceKinds: Terms<typeof PRICE_KINDS> = {
  ex_showroom: ['Ex-showroom', 'एक्स-शोरूम', 'ஷோரூம் விலை'],
  on_road: ['On-road', 'ऑन-रोड', 'ஆன்-ரோடு விலை'],
  dealer_quote: ['Dealer quote', 'डीलर का भाव', 'டீலர் கூறிய விலை'],
  subsidised: ['After subsidy', 'सब्सिडी के बाद', 'மானியத்திற்குப் பின்'],
  estimate: ['Estimate', 'अनुमानित', 'மதிப்பீடு'],
}

export const sourceKinds: Terms<typeof SOURCE_KINDS> = {
  manufacturer: ['Manufacturer', 'निर्माता', 'தயாரிப்பாளர்'],
  dealer: ['Dealer', 'डीलर', 'டீலர்'],
  government: ['Government', 'सरकार', 'அரசு'],
  press: ['Press', 'समाचार माध्यम', 'பத்திரிகை'],
  survey: ['Survey', 'सर्वेक्षण', 'கணக்கெடுப்பு'],
}

export const mediaKinds: Terms<typeof MEDIA_KINDS> = {
  image: ['Picture', 'तस्वीर', 'படம்'],
  video: ['Video', 'वीडियो', 'காணொளி'],
  brochure: ['Brochure', 'ब्रोशर', 'விளக்கக் கையேடு'],
  document: ['Document', 'दस्तावेज़', 'ஆவணம்'],
}

export const lifecycles: Terms<typeof LIFECYCLES> = {
  upcoming: ['Upcoming', 'आने वाला', 'விரைவில் வரும்'],
  current: ['On sale', 'बिक्री में', 'விற்பனையில்'],
  discontinued: ['Discontinued', 'बंद मॉडल', 'நிறுத்தப்பட்டது'],
}

export const sections: Terms<typeof SECTIONS> = {
  farm: ['Farm machines', 'खेती की मशीनें', 'விவசாய இயந்திரங்கள்'],
  construction: ['Construction machines', 'निर्माण मशीनें', 'கட்டுமான இயந்திரங்கள்'],
}

export const sellers: Terms<typeof SELLERS> = {
  owner: ['Owner', 'मालिक', 'உரிமையாளர்'],
  dealer: ['Dealer', 'डीलर', 'டீலர்'],
}

export const inspections: Terms<typeof INSPECTION_MODES> = {
  declared: ['As the seller says', 'विक्रेता के अनुसार', 'விற்பவர் கூறியபடி'],
  photo: ['Checked on photographs', 'तस्वीरों से जाँचा गया', 'படங்கள் மூலம் சரிபார்க்கப்பட்டது'],
  physical: ['Inspected on site', 'मौके पर जाँचा गया', 'நேரில் பரிசோதிக்கப்பட்டது'],
}

export const inspectionNotes: Terms<typeof INSPECTION_MODES> = {
  declared: [
    'Nobody but the seller has looked at it. Check hours, papers and engine before you pay.',
    'विक्रेता के अलावा किसी ने इसे नहीं देखा है। पैसे देने से पहले घंटे, काग़ज़ात और इंजन जाँच लें।',
    'விற்பவரைத் தவிர வேறு யாரும் இதைப் பார்க்கவில்லை. பணம் கொடுக்கும் முன் மணிநேரம், ஆவணங்கள், இன்ஜின் ஆகியவற்றைச் சரிபாருங்கள்.',
  ],
  photo: [
    'Condition and hour meter were judged from photographs. See it yourself before you pay.',
    'हालत और घंटा मीटर तस्वीरों से जाँचे गए हैं। पैसे देने से पहले ख़ुद देख लें।',
    'நிலையும் மணி மீட்டரும் படங்கள் மூலம் மதிப்பிடப்பட்டன. பணம் கொடுக்கும் முன் நேரில் பாருங்கள்.',
  ],
  physical: [
    'Somebody went there, started the engine and read the hour meter.',
    'मौके पर जाकर इंजन चालू किया गया और घंटा मीटर पढ़ा गया।',
    'நேரில் சென்று இன்ஜின் இயக்கப்பட்டு, மணி மீட்டர் படிக்கப்பட்டது.',
  ],
}

export const sorts: Terms<readonly [...typeof SORTS, ...typeof LISTING_SORTS, 'best', 'added']> = {
  price_asc: ['Price: low to high', 'कीमत: कम से ज़्यादा', 'விலை: குறைவிலிருந்து'],
  price_desc: ['Price: high to low', 'कीमत: ज़्यादा से कम', 'விலை: அதிகத்திலிருந்து'],
  weight_asc: ['Weight: light to heavy', 'वज़न: हल्के से भारी', 'எடை: குறைவிலிருந்து'],
  weight_desc: ['Weight: heavy to light', 'वज़न: भारी से हल्का', 'எடை: அதிகத்திலிருந்து'],
  power_desc: ['Power: high to low', 'शक्ति: ज़्यादा से कम', 'சக்தி: அதிகத்திலிருந்து'],
  newest: ['Newest here', 'हाल में जुड़े', 'புதிதாகச் சேர்க்கப்பட்டவை'],
  launched: ['Latest launches', 'हाल में लॉन्च', 'சமீபத்திய அறிமுகங்கள்'],
  hp_asc: ['Power: low to high', 'शक्ति: कम से ज़्यादा', 'சக்தி: குறைவிலிருந்து'],
  hp_desc: ['Power: high to low', 'शक्ति: ज़्यादा से कम', 'சக்தி: அதிகத்திலிருந்து'],
  lift_desc: ['Lifting capacity', 'उठाने की क्षमता', 'தூக்கும் திறன்'],
  best: ['Best match', 'सबसे सटीक', 'மிகப் பொருத்தமானவை'],
  added: ['Newly added', 'हाल में जुड़ी मशीनें', 'புதிதாகச் சேர்ந்தவை'],
  year_desc: ['Newest model year', 'नए मॉडल पहले', 'புதிய ஆண்டு முதலில்'],
  hours_asc: ['Fewest hours', 'कम घंटे पहले', 'குறைந்த மணிநேரம்'],
}
