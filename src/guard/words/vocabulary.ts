import { LABELS, PLAIN_LABELS, SOFT_LABELS, WEAK_LABELS } from './label-words.ts'

// What words mean to the guard. A word may mean several things; each meaning is one bit.

export const CALL = 1
export const NUMBER_NOUN = 2
/** Labels that speak for the number after them without any further sign. */
export const LABEL = 4
/** Labels that also occur in ordinary sentences: they need a word for number, a colon or the like. */
export const SOFT_LABEL = 8
export const UNIT = 16
export const CURRENCY = 32
export const JOIN = 64
export const THEN = 128
export const SEPARATOR_WORD = 256
export const AT = 512
export const DOT = 1024
export const MAIL_HOST = 2048
export const TLD = 4096
export const SOCIAL = 8192
export const ON = 16384
export const THIS = 32768
export const PAYMENT = 65536
export const HANDLE_NOUN = 131072
export const TLD_WORD = 262144
export const TWICE_WORD = 524288
export const THRICE_WORD = 1048576
export const HUNDRED_WORD = 2097152
export const STATE = 4194304
export const VISIT = 8388608
export const OPENER = 16777216
export const PLACE_CODE = 33554432
/** Words that may stand between a label and its number. */
export const FILLER = 268435456
/** "is" and its like, between a label and its number. */
export const COPULA = 1073741824
/** The word number itself: what follows is one, of some kind. */
export const NUMBER_NAME = 536870912
export const MONEY_WORD = 67108864
/** Labels that also stand alone before a number, at the start of a clause. */
export const PLAIN_LABEL = 134217728
/** Things that have numbers but are talked about far more often: only with a word for number. */
export const WEAK_LABEL = 1 << 31

export const ANY_LABEL = LABEL | SOFT_LABEL | WEAK_LABEL

export const MEANINGS: readonly (readonly [number, string])[] = [
  [LABEL, LABELS],
  [SOFT_LABEL, SOFT_LABELS],
  [PLAIN_LABEL, PLAIN_LABELS],
  [WEAK_LABEL, WEAK_LABELS],
  [
    CALL,
    'call calls calling phone phon fone fon mobile mob mo mobail mbl contact contacts whatsapp whatsap watsapp whatsup watsap wapp wa dial ring reach sms ph telephone cell cellphone landline helpline tollfree toll std miscall msg message ping text helpdesk callme cal kol sampark samparka baat bat ghumao lagao milao pesavum pesunga pesa azhaikka azhaikkavum koopidunga kupidunga thodarbu thodarpu alaipesi kaipesi ' +
      'कॉल काल काॅल फोन फ़ोन मोबाइल मोबाईल मो मोब संपर्क सम्पर्क व्हाट्सएप व्हाट्सऐप वाट्सएप वॉट्सऐप व्हाट्सप वाट्सप व्हाट्सअप वाट्सअप बात डायल दूरभाष रिंग मैसेज ' +
      'கால் கால்  போன் ஃபோன் மொபைல் தொடர்பு தொடர்புக்கு அழைக்க அழைக்கவும் அழையுங்கள் வாட்ஸ்அப் வாட்ஸப் வாட்ஸாப் கைபேசி தொலைபேசி அலைபேசி பேச பேசவும் பேசுங்கள் கூப்பிடுங்க கூப்பிட செல் டயல்',
  ],
  [
    NUMBER_NOUN,
    'no nos number numbers nummer numero numeros num nr nmbr nbr nmr numb numbr nmber nubmer nambr nmbar numbor nomor nbrs nums nambar number namber nomber numbar ennu nembar sankhya kramank en enn id code ' +
      'नंबर नम्बर नम्पर संख्ये नंम्बर नबर नंबार नम्बर नं न संख्या सं क्रमांक क्र नम्बरः आईडी कोड எண் எ நெ எண்கள் நம்பர் நெம்பர் நம்பார் எண்ணானது ஐடி குறியீடு',
  ],
  [
    COPULA,
    'is hai h are was iss yeh ye reads vandhu vanthu dhan dhaan thaan ithu idhu anadhu aanadhu है हैं यह ये का की ka ki வந்து தான் இது ஆகும் என்பது',
  ],
  [NUMBER_NAME, 'number numbers nmbr nambar namber nomber numbar num digits नंबर नम्बर नम्पर நம்பர் எண்'],
  [
    UNIT,
    'hp bhp km kms kmph kmpl kilometer kilometre kilometers kilometres hr hrs hour hours ghante ghanta ghnte mani kg kgs kilo ton tons tonne tonnes quintal qtl cc mm cm mtr meter metre ft feet foot inch inches l ltr ltrs litre litres liter liters rpm nm kw kva v volt ah amp psi bar lakh lakhs lac lacs lakhon laakh latcham latsam ilatcham cr crore crores karod kodi k thousand hazar hajar hazaar ayiram aayiram year years yr yrs month months mahine mahina saal varsh days day din week weeks owner owners gear gears cylinder cylinders cyl tyre tyres tire tires acre acres bigha beegha plough rows row model wd speed am pm baje oclock th st nd rd pcs pieces piece nos times percent star stars seater tonnage gallon blade blades tyne tynes tines disc discs inr rs rupees rupaye rupay rupee bags trips seasons season batteries keys fold ' +
      'एचपी किमी किलोमीटर घंटे घंटा घण्टे घन्टे किलो टन क्विंटल सीसी लीटर फुट इंच लाख करोड़ करोड हजार हज़ार साल वर्ष महीने माह दिन बजे गियर सिलेंडर टायर एकड़ बीघा मॉडल रुपये रुपए रुपया रूपये रूपए मालिक ' +
      'எச்பி ஹெச்பி கிமீ கிலோமீட்டர் மணி மணிநேரம் கிலோ டன் சிசி லிட்டர் அடி அங்குலம் லட்சம் லட்சத்து இலட்சம் கோடி ஆயிரம் ஆயிரத்து வருடம் ஆண்டு மாதம் நாள் கியர் சிலிண்டர் டயர் ஏக்கர் மாடல் ரூபாய்',
  ],
  [
    CURRENCY,
    'rs inr rupees rupee rupaye rupay ₹ रु रू रुपये रुपए रुपया रूपये ரூ ரூபாய் price rate cost kimat keemat kimmat emi amount amt demand asking budget value mrp vilai daam dam bhav bhaav कीमत क़ीमत दाम भाव रेट किस्त ईएमआई राशि விலை ரேட் மதிப்பு தவணை',
  ],
  [MONEY_WORD, 'rs inr rupees rupee rupaye rupay रु रू रुपये रुपए रुपया रूपये ரூ ரூபாய்'],
  [
    FILLER,
    'de du la le des der die das laut d bears bearing carries carrying written punched stamped embossed mentioned printed given noted reads shown वाला वाली wala wali likha likhi लिखा दर्ज அது இது வந்து தான் book card ka ki ke of the for as per on in bank sbi hdfc icici pnb axis tractor trolley rotavator harvester implement battery tyre alternator starter bonnet plate papers temporary temp permanent original front rear left right company मूल का की के पर ट्रैक्टर बैंक வங்கி டிராக்டர்',
  ],
  [JOIN, 'and or aur ya va n athava या और व तथा एवं अथवा மற்றும் அல்லது matrum allathu alladhu also'],
  [
    THEN,
    'and then this only my mera mere phir fir aur uske baad ke wale aage followed by number no end last ending half second rest first next after that plus mein me digit digits digt ank remaining starting start final pehle pahle aakhri akhri baaki baki shuru agle is are hai अंक अंकों पहले आखिरी बाकी शुरू है முதல் கடைசி அடுத்த இலக்கம் mudhal kadaisi appuram apparam appram aprom piragu pachi pudhe nantar pudhil aagal पुढे नंतर પછી फिर और उसके बाद आगे में பிறகு அப்புறம் அடுத்து',
  ],
  [SEPARATOR_WORD, 'dash hyphen space minus डैश स्पेस டேஷ் ஸ்பேஸ் gap'],
  [AT, 'at एट ऐट अट ऍट अॅट ஏட் அட் atrate attherate'],
  [DOT, 'dot डॉट डाट டாட் dt point'],
  [
    MAIL_HOST,
    'gmail gmailcom gmaildotcom gmal gmil gamil gmaill gnail gmel jimail yahoocom yahoodotcom hotmailcom rediffmailcom outlook outlookcom gmial gmai googlemail yahoo ymail hotmail rediffmail rediff icloud protonmail proton tutanota zoho zohomail जीमेल जिमेल जीमैल याहू हॉटमेल रेडिफमेल ஜிமெயில் ஜீமெயில் யாஹூ ஹாட்மெயில்',
  ],
  [
    TLD,
    'com net org biz io ly gl mobi xyz edu gov nic bharat website co app gd gle link page tech club dev ai shop store online site info live top pro space tv be me in us uk cc ws to ee dog am work world farm tractor agency deals market buzz fun icu vip asia ind business life today group solutions guru center company services network digital bio de dk at ch fr it es se nl pl cz hu ro pt fi gr eu ie ru ua tr ae sa qa om pk np lk bd my sg au nz za ke jp cn kr br mx ca',
  ],
  [TLD_WORD, 'com net org कॉम काम காம் कोम co in इन இன்'],
  [
    SOCIAL,
    'instagram insta instagarm instgram ig facebook fb fbid telegram tg telegraam twitter snapchat snap youtube yt linkedin messenger sharechat threads skype imo signal arattai sharechat koo इंस्टाग्राम इंस्टा इन्स्टाग्राम इन्स्टा फेसबुक टेलीग्राम टेलिग्राम இன்ஸ்டாகிராம் இன்ஸ்டா பேஸ்புக் ஃபேஸ்புக் முகநூல் டெலிகிராம்',
  ],
  [ON, 'on at par pe pr per ko upar se is us hi bhi ही भी पर पे को से ல இல் ku la il எண்ணில் எண்ணுக்கு நம்பருக்கு நம்பரில் க்கு'],
  [
    THIS,
    'this same above isi iss ispe ispar ispr isme uspe uspar yahi yehi yeh ye usi that it my mera mere meri our hamara इसी इस उस यही यह मेरा मेरे हमारा उसी இதே இதில் இதற்கு இதுக்கு இந்த அதே என் எனது enathu idhe ithe athe adhe indha intha antha adhuke adhukku adhukke adhula athukku athula athuke idhuke idhukku idhula ithukku ithula ithuke',
  ],
  [PAYMENT, 'upi gpay googlepay paytm phonepe bhim vpa यूपीआई जीपे पेटीएम फोनपे யுபிஐ ஜிபே பேடிஎம்'],
  [
    HANDLE_NOUN,
    'id ids i d karo karein kare handle username user profile page name account channel group par pe pr per on at is hai ka ki pe my our search link आईडी पर का नाम पेज ஐடி பக்கம் il la',
  ],
  [
    STATE,
    'ap ar as br cg ch ct dd dl dn ga gj hp hr jh jk ka kl la ld mh ml mn mp mz nl od or pb py rj sk tg tn tr ts uk up ut wb dh bh',
  ],
  [
    VISIT,
    'visit website site web log login logon see check open browse url weblink link portal page वेबसाइट साइट இணையதளம் வெப்சைட்',
  ],
  [OPENER, 'dm follow msg message inbox ping add tag find'],
  [PLACE_CODE, 'pin pincode pinkod postcode zip पिन पिनकोड பின் பின்கோடு அஞ்சல்'],
]
