interface MailWords {
  asks(name: string, what: string): string
  mobile: string
  email: string
  ending(reference: string): string
}

const ENGLISH: MailWords = {
  asks: (name, what) => `${name} asks about your ${what}.`,
  mobile: 'Mobile',
  email: 'E-mail',
  ending: (reference) =>
    `Reference: ${reference}. The buyer agreed that these details are passed on to you for this enquiry only.`,
}

const WORDS: Record<string, MailWords> = {
  en: ENGLISH,
  hi: {
    asks: (name, what) => `${name} आपकी मशीन के बारे में पूछ रहे हैं: ${what}.`,
    mobile: 'मोबाइल',
    email: 'ई-मेल',
    ending: (reference) => `संदर्भ: ${reference}. खरीदार ने सहमति दी है कि यह जानकारी केवल इसी पूछताछ के लिए आपको दी जाए।`,
  },
  ta: {
    asks: (name, what) => `${name} உங்கள் இயந்திரத்தைப் பற்றிக் கேட்கிறார்: ${what}.`,
    mobile: 'மொபைல்',
    email: 'மின்னஞ்சல்',
    ending: (reference) =>
      `குறிப்பு எண்: ${reference}. இந்த விவரங்களை இந்த விசாரணைக்காக மட்டும் உங்களுக்கு அனுப்ப வாங்குபவர் ஒப்புக்கொண்டுள்ளார்.`,
  },
}

/** A mail's text around the buyer's own words, in the language of their page. */
export function mailWords(language: string): MailWords {
  return WORDS[language] ?? ENGLISH
}
