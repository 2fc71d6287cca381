// Words for things that have a number of their own, by how surely such a word speaks for the number after it.

const IDENTITY =
  'kram krm क्रम चासिस चासीस चेसिश uin urn crn srn trn hsn ean upc chassis chasis chesis chechis chessis chasees chassey chassi chasi chesi chaises cheses vin vinno serial seriyal siriyal sirial serail sr srl sl slno sno sn imei iccid isbn kramank kramaank varisai चेसिस चैसिस चेसीस चेचिस चेसिज चैसी चेसी सीरियल सिरियल क्रमिक क्रमांक विन छासिस शासी षासि चासी சேஸ் சேசிஸ் சேஸிஸ் சாசிஸ் சேஸி சேசி சாஸி சீரியல் வரிசை தொடர் அடிச்சட்ட'
const PAPERS =
  'fastag pnr ckyc ref reference gstin gst gstn gstno tan ifsc micr uan cin udyam udyog utr rrn aadhaar aadhar adhar adhaar udid invoice inv voucher challan chalan consignment account acct acc ac khata khaata khate kanakku hypothecation जीएसटी जीएसटीआईएन इनवॉइस इनवॉयस चालान खाता अकाउंट एकाउंट खाते आधार रसीद ஜிஎஸ்டி ஜிஎஸ்டிஐஎன் இன்வாய்ஸ் கணக்கு அக்கவுண்ட் ரசீது ஆதார் சலான்'

const GERMAN_FRENCH =
  'seriennummer seriennr serien serie fahrgestellnummer fahrgestellnr fahrgestell fgst fgstnr rahmennummer rahmennr identnummer identnr identifikationsnummer ident fin maschinennummer maschinennr typenschild motornummer motornr motoren teilenummer teilenr ersatzteil ersatzteilnummer rechnungsnummer rechnungsnr rechnung kennzeichen vertragsnummer vertrag kontonummer kundennummer auftragsnummer versicherungsnummer police immatriculation moteur piece facture contrat dossier matricule plaque'

export const LABELS = `${IDENTITY} ${PAPERS} ${GERMAN_FRENCH}`

const PARTS =
  'engine engin eng enjin injin injan enjan motor casting frame gearbox gear pump battery alternator starter injector radiator crankshaft crank differential axle hull boom bucket part parts pt spare spares component tin lan arn batch lot sku barcode plate seal इंजन इंजिन इंज़न इन्जन एंजिन एंजन एंचिन इंचिन मोटर फ्रेम गियरबॉक्स बैटरी पार्ट पार्टस पुर्जा पुर्जे कलपुर्जा बैच लॉट என்ஜின் இன்ஜின் எஞ்சின் இஞ்சின் எஞ்ஜின் இயந்திர மோட்டார் உதிரிபாக உதிரிபாகம் உதிரி பாகம் பாக பகுதி பார்ட் paagam pagam udhiri uthiri'
const REGISTRATION =
  'registration rejistreshan registeration registretion rajistration registation regn reg regd regis rgn rto rc rcno numberplate nambarplate panjikaran panjiyan panjeekaran pathivu padhivu pathivenn रजिस्ट्रेशन रजि रजिस्ट्री पंजीकरण पंजीयन आरसी आरटीओ பதிவு பதிவெண் ரெஜிஸ்ட்ரேஷன் ஆர்சி'
const CONTRACTS =
  'policy polisi paalisi polici pol insurance insurence ins bima beema kaapeedu kappeedu loan lon rin karz karj kadan agreement lease finance financer certificate cert warranty permit licence license noc puc fitness coupon kcc पॉलिसी पालिसी पोलिसी बीमा इंश्योरेंस इन्शुरन्स लोन ऋण कर्ज कर्जा एग्रीमेंट परमिट लाइसेंस वारंटी பாலிசி காப்பீடு காப்பீட்டு இன்சூரன்ஸ் கடன் லோன் ஒப்பந்தம் ஒப்பந்த உரிமம் வாரண்டி'
const BILLS =
  'bill billno receipt reciept rasid raseed memo quotation estimate grn waybill ewaybill eway lr awb docket ledger folio passbook cheque deed document doc tender contract transaction txn ack acknowledgement application appl pan dl epic passport ration tag बिल पावती मेमो कोटेशन लेजर पासबुक चेक आवेदन संदर्भ पैन राशन फास्टैग பில் ரசீது விண்ணப்ப விண்ணப்பம் பான் ரேஷன் காசோலை'

export const SOFT_LABELS = `${PARTS} ${REGISTRATION} ${CONTRACTS} ${BILLS}`

/** Soft labels that also stand alone before a number, at the start of a clause. */
export const PLAIN_LABELS =
  'eng engine engin enjin injin registration regn policy part bill loan इंजन इंजिन रजिस्ट्रेशन पंजीकरण पॉलिसी पार्ट बिल लोन என்ஜின் இன்ஜின் எஞ்சின் பதிவு பதிவெண் பாலிசி பாகம் பில் கடன்'

const MACHINERY =
  'tractor trolley trailer tanker rotavator rotary cultivator harvester thresher machine vehicle gadi gaadi gari vahan vaahan vandi loader dozer excavator backhoe crane roller truck tempo pickup implement equipment asset unit body cabin canopy bumper bonnet key lock tyre tire tube rim wheel hub block head cylinder piston liner bearing clutch brake steering fip nozzle turbo turbocharger ecu ecm pto hydraulic transmission dynamo self horn filter lift hitch drawbar hook shaft propeller rotor blade chain belt track arm sensor gauge meter hmr harness gps tracker device rfid pumpset borewell bore sticker hologram hsrp laser mould mold die heat drawing catalogue catalog kit assembly assy set model modal variant type series'
const FORMS =
  'record report log logbook history identification identity certificate chart list schedule index volume section zone circle counter seat allotment sanction card book sheet slip form note pass paper stamp estamp page coupon ticket token roll rack bin box crate gate dispatch delivery despatch bilty parcel courier post packing file folder case cases job jobcard entry register registry order booking complaint request tracking pnr train bus lottery draw fir petition suit diary affidavit bond tax permit lic fd rd cif neft imps swift mandate nach demat kyc ckyc esic epf pf ppo pension mediclaim claim subsidy scheme beneficiary samagra enrollment enrolment prn admit hall unique booklet booklets roll exam voter epic fssai iec trade msme arai tac cmvr homologation amc connection consumer inventory stock listing ad advt advertisement item product article code po gr pos ch chs chas so wo'
const LAND =
  'khasra khatauni khewat khatiyan khata survey resurvey patta chitta plot gat gut gata hissa jamabandi dag murabba property mutation fard bhulekh ward weighbridge dharamkanta mandi'
const HINDI_WEAK =
  'ट्रैक्टर ट्रॉली मशीन गाड़ी गाडी वाहन टायर बैटरी गियर पंप नोजल मॉडल ऑर्डर फाइल केस टोकन टिकट जॉब कार्ड किताब बुक फॉर्म फार्म पर्ची पर्चा प्रमाणपत्र दस्तावेज स्टाम्प रजिस्टर कनेक्शन मीटर खसरा खतौनी खाता सर्वे गाटा गट प्लॉट स्टॉक आइटम सामान शिकायत बुकिंग प्लेट नामांतरण'
const TAMIL_WEAK =
  'டிராக்டர் மெஷின் வாகன வாகனம் வண்டி டயர் பேட்டரி கியர்பாக்ஸ் பம்ப் மாடல் ஆர்டர் கோப்பு டோக்கன் டிக்கெட் சர்வே புல பட்டா சிட்டா மீட்டர் சீட்டு அட்டை கார்டு படிவம் படிவ சான்றிதழ் ஆவணம் ஆவண பத்திரம் பத்திர இணைப்பு நுகர்வோர் பதிவேடு புத்தகம் புத்தக புகார்'

export const WEAK_LABELS = `${MACHINERY} ${FORMS} ${LAND} ${HINDI_WEAK} ${TAMIL_WEAK}`

/** People have numbers to call and numbers in a register: only an id or a code is one of the latter. */
export const PERSONS =
  'customer client member membership emp employee dealer agent farmer kisan seller owner user login party vendor buyer staff operator driver ग्राहक उपभोक्ता सदस्य किसान வாடிக்கையாளர் உறுப்பினர் விவசாயி'
export const ID_WORDS = 'id ids code kod आईडी कोड ஐடி குறியீடு'
