import { ID_WORDS, PERSONS } from './label-words.ts'

// Meanings that matter only next to something else; a word may have several.

/** "first", "last", "next": a number after it may count digits instead of being some. */
export const ORDER = 1
export const DIGIT_NOUN = 2
/** "ends", "ending": the last digits of a further number follow. */
export const ENDING = 4
export const MAIL_NOUN = 8
export const PERSON = 16
export const ID_NOUN = 32
export const PLURAL_NOUN = 64
/** Words that may stand between a number and the last digits of another. */
export const ANOTHER = 128
/** "to": from one number to another. */
export const RANGE = 256
/** "at the rate", as it is said for the sign. */
export const RATE = 512
export const ARTICLE = 1024
/** Words before "at" that are nobody's name. */
export const NOT_LOCAL = 2048
/** Hosts that are known by their whole name, however short. */
export const SHORT_HOST = 4096
/** Endings that are nothing but endings. */
export const OPEN_TLD = 8192

/** Words that merely begin like others. */
const NEUTRAL = 16384

export const DENIAL = 32768

/** Words with which nothing is named any more: what follows them is another matter. */
export const CLOSING = 65536

/** "no calls", "without calling" */
export const FORBIDDING = 131072

/** "mobile holder", "ring gear", "dial gauge": what is spoken of is a thing. */
export const THING = 262144

/** "do baar nau": so many times what follows. */
export const REPEAT = 524288

/** Words that a point cuts short; after any other it ends a sentence. */
export const CUT_SHORT = 1048576

export const TRAITS: readonly (readonly [number, string])[] = [
  [
    ORDER,
    'first last next pahile shevatche shevatchi nantarche remaining rest starting start final pehle pahle pehla aakhri akhri aakhir baaki baki shuru agle पहले आखिरी अंतिम बाकी शुरू अगले முதல் கடைசி அடுத்த மீதி mudhal muthal kadaisi aduttha',
  ],
  [
    DIGIT_NOUN,
    'digit digits digt digits half aadha hissa हिस्सा आधा பாதி ank anko अंक अंकों डिजिट இலக்கம் இலக்க ilakkam figures',
  ],
  [ENDING, 'ends ending end last aakhri akhri aakhir आखिर आखिरी अंत अंतिम கடைசி முடிவு kadaisi'],
  [MAIL_NOUN, 'email emails mail mails gmail mailid emailid ईमेल इमेल मेल மின்னஞ்சல் மெயில் ஈமெயில் மெயில்'],
  [RANGE, 'to till upto se tak से तक முதல் வரை'],
  [PERSON, PERSONS],
  [ID_NOUN, ID_WORDS],
  [PLURAL_NOUN, 'nos numbers nums ids codes'],
  [
    ANOTHER,
    'other another line one second third alternate alternative alt digits digit number no in with and or also is the same dusra doosra wala ka ke hai दूसरा वाला का அடுத்த மற்ற மற்றொரு',
  ],
  [
    NEUTRAL,
    'செல்லு செல்லுபடி செல்லுபடியாகும் செல்லும் செல்லாது செல்ல செல்வ காலை காலம் காலி காலாவதி பேசாமல் ரிங்க यहीं यहाँ यहां वहीं इसलिए इसलिये काला काली काले कालम',
  ],
  [
    CLOSING,
    'ho hota hoto to agar if want need chahiye lena dekhna dekhne puchna poochna janna jaanna jaanne jankari jaankari clear saaf saf ok okay match matching matches matched original same sahi thik theek correct good visible readable intact proper available fine clean perfect milta milti not nahi nahin no bhejo bhejunga bhejenge dunga denge share send bata batao puch pucho poochho ask for liye dekh dekho check verify inspect se aur and or but lekin par phir मैच साफ सही ठीक ओके क्लियर लिए नहीं और भेजो பார்க்க சரி தெளிவு இல்லை',
  ],
  [
    CUT_SHORT,
    'reg regn regd eng ch chs chas sr srl sl pol ins inv ref acc acct doc cert lic no nos num mob ph seriennr fahrgestellnr motornr identnr rahmennr maschinennr teilenr rechnungsnr fgst fgstnr',
  ],
  [REPEAT, 'baar बार'],
  [FORBIDDING, 'no not dont never without bina बिना'],
  [
    THING,
    'holder stand charger charging recording recorder bell cover pouch gauge type indicator gear frame spanner tower signal network plough punch',
  ],
  [DENIAL, 'na mat nahi nahin nako न मत नहीं नको வேண்டாம் வேணாம் கூடாது vendam venam vendaam venaam koodathu'],
  [RATE, 'rate rete ret reit atrate attherate रेट रेत ரேட் ரேட்டு'],
  [ARTICLE, 'the d da de di th द दी दि ध தி த'],
  [
    NOT_LOCAL,
    'parked kept standing lying stationed based meet come came stays staying available visit us me online look located is are was be available here there mail email id',
  ],
  [
    SHORT_HOST,
    'wa.me t.me m.me fb.me fb.com ig.me youtu.be bit.ly goo.gl g.co is.gd telegram.me telegram.dog instagr.am linktr.ee signal.me cutt.ly tiny.cc wa.link rb.gy t.ly s.id v.gd surl.li shorturl.at tiny.one dub.sh amzn.to lnkd.in clck.ru',
  ],
  [OPEN_TLD, 'com biz xyz edu gov nic bharat website mobi gle ly gl gd icu buzz asia'],
]
