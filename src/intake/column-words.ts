import { nearestName } from '../text/nearest-name.ts'
import { foldWords } from './table-words.ts'

// What people write above the columns of a table, in English, Hindi, Marathi and Tamil.

/**
 * The names of a column, beside the field's own. A field with a point is a part of the field before it; `gears` and
 * `warranty` stand for two fields. Of fields that share a name the first that the type has, and that the unit fits, is
 * meant.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  slug: 'url name, handle',
  id: 'listing id, ad id, ad no, listing no, stock no, stock id, reference no, ref no, क्रमांक आईडी',
  manufacturer:
    'brand, make, maker, company, oem, brand name, company name, ब्रांड, कंपनी, निर्माता, பிராண்டு, நிறுவனம், தயாரிப்பாளர், mfr, mfg, mfgr, mkr, mfd by, mfg by, manufactured by, manufacturer name, maker name, name of manufacturer, name of company, name of maker, make name, firm, brand make, make brand, कं, कम्पनी, कंपनी का नाम, कम्पनी का नाम, ब्राण्ड, ब्रँड, निर्माता कंपनी, निर्माता का नाम, उत्पादक, मेक, उत्पादक कंपनी, உற்பத்தியாளர், நிறுவனத்தின் பெயர், கம்பெனி, பிராண்ட், தயாரிப்பு நிறுவனம், மேக்',
  maker_name:
    'brand, make, maker, company, manufacturer, oem, brand name, company name, ब्रांड, कंपनी, निर्माता, பிராண்டு, நிறுவனம், தயாரிப்பாளர், mfr, mfg, mfgr, mkr, mfd by, mfg by, manufactured by, manufacturer name, maker name, name of manufacturer, name of company, name of maker, make name, firm, brand make, make brand, कं, कम्पनी, कंपनी का नाम, कम्पनी का नाम, ब्राण्ड, ब्रँड, निर्माता कंपनी, निर्माता का नाम, उत्पादक, मेक, उत्पादक कंपनी, உற்பத்தியாளர், நிறுவனத்தின் பெயர், கம்பெனி, பிராண்ட், தயாரிப்பு நிறுவனம், மேக்',
  variant_name:
    'model, variant, model name, name, tractor, machine, tractor model, मॉडल, மாடல், model no, model number, name of model, model variant, model and variant, variant name, mdl, मॉडेल, माडल, मॉडल का नाम, मॉडल नाम, मॉडल नं, மாதிரி, மாடல் பெயர், மாடல் எண், வகை பெயர்',
  name: 'model, model name, title, variant, machine, machine name, product, product name, brand, implement, tractor model, मॉडल, नाम, மாடல், பெயர், model no, model number, name of model, model variant, model and variant, variant name, mdl, मॉडेल, माडल, मॉडल का नाम, मॉडल नाम, मॉडल नं, மாதிரி, மாடல் பெயர், மாடல் எண், வகை பெயர், make model, tractor, tractor name, name of tractor, name of machine, equipment, equipment name, item, item name, description of machine, particulars, यंत्र, यंत्र का नाम, मशीन का नाम, ट्रैक्टर मॉडल, ट्रैक्टर का नाम, இயந்திரம், இயந்திரத்தின் பெயர்',
  machine_class:
    'type of m c, type of machine, मशीन का प्रकार, यंत्र का प्रकार, இயந்திர வகை, class, category, type, machine type, vehicle type, equipment type, segment, product type, श्रेणी, वर्ग, प्रकार, வகை, cat, catg, categ, machine class, machine category, equipment, equipment category, vehicle category, type of machine, type of equipment, kind of machine, machinery type, product category, यंत्र प्रकार, मशीन प्रकार, यंत्राचा प्रकार, वाहन का प्रकार, वाहन प्रकार, किस्म, வாகன வகை, இயந்திரத்தின் வகை, வகைப்பாடு, பிரிவு',
  vehicle_class: 'vehicle class',
  kind: 'implement type, type, category, sub type, body type, sub category, उपप्रकार',
  lifecycle:
    'वर्तमान स्थिति, position, status, availability, production status, market status, स्थिति, நிலை, life cycle, current status, model status, avl, avail, avlblty, sale status, in production, उपलब्धता, उपलब्धि, स्टेटस, उत्पादन स्थिति, சந்தை நிலை, கிடைக்கும் நிலை, கிடைப்பு, தற்போதைய நிலை',
  status: 'listing status, स्थिति, நிலை',
  section: 'sector, division',
  family: 'series, range, line, model series, सीरीज, श्रृंखला, தொடர், model family, शृंखला, மாடல் தொடர்',
  power_source:
    'fuel, fuel type, ईंधन, எரிபொருள், fuel used, type of fuel, energy source, power source, fuel kind, इंधन, ईन्धन, ईंधन का प्रकार, ईंधन प्रकार, इंधन प्रकार, எரிபொருள் வகை',
  fuel: 'fuel type, ईंधन, எரிபொருள், type of fuel, इंधन, ईंधन का प्रकार, ईंधन प्रकार, எரிபொருள் வகை',
  wheel_drive:
    'drive, drive type, wheel drive type, 2wd 4wd, 4wd 2wd, driven wheels, axle drive, ड्राइव, டிரைவ், wd, drv, wheel drive, 2wd or 4wd, 2 wd 4 wd, 2w 4w, type of drive, drive wheels, drive train, traction, 4x2 4x4, 4x4 4x2, व्हील ड्राइव, पहिया ड्राइव, ड्राइव प्रकार, ड्राइव का प्रकार, ड्राईव्ह, चालक पहिए, இயக்கம், சக்கர இயக்கம், வீல் டிரைவ், டிரைவ் வகை, இயக்க வகை',
  engine: 'engine type, engine details, engine model, इंजन, எஞ்சின், engine make',
  engine_hp:
    'hp, horsepower, horse power, power, engine power, bhp, hp category, rated power, एचपी, हॉर्सपावर, अश्वशक्ति, इंजन शक्ति, ஹெச்பி, எச்பி, குதிரைத்திறன், இன்ஜின் சக்தி, h p, engine hp, eng hp, engine h p, rated hp, max hp engine, max power, maximum power, gross power, gross hp, hp rated, hp engine, hp rating, engine rating, engine bhp, power hp, power rating, अ श, अश्व शक्ति, अश्वशक्ती, अश्व शक्ती, शक्ति, इंजन एचपी, इंजन की शक्ति, इंजन क्षमता, एच पी, हार्स पावर, हॉर्स पावर, इंजिन शक्ती, पावर, கு தி, கு ச, குதிரை சக்தி, குதிரைசக்தி, குதிரைத் திறன், குதிரை திறன், ஹெச் பி, எச் பி, ஹார்ஸ் பவர், இன்ஜின் திறன், என்ஜின் ஹெச்பி, எஞ்சின் திறன், எஞ்சின் சக்தி, சக்தி, பவர்',
  power_kw: 'power, engine power, kw, rated power, max power, engine kw, rated kw',
  pto_hp:
    'hp pto, pto, pto power, pto h p, पीटीओ, पीटीओ एचपी, பிடிஓ, பிடிஓ ஹெச்பி, p t o hp, p t o, pto power hp, rated pto, pto rated power, max pto, max pto hp, hp at pto, पी टी ओ, पीटीओ शक्ति, पीटीओ अश्वशक्ति, पीटीओ पावर, பி டி ஓ, பிடிஓ சக்தி, பி டி ஓ ஹெச்பி, பிடிஓ திறன்',
  engine_cc:
    'cc, displacement, engine capacity, cubic capacity, engine displacement, सीसी, சிசி, capacity cc, engine cc, eng cc, cubic cap, cc capacity, engine volume, swept volume, इंजन सीसी, इंजन क्षमता सीसी, घन क्षमता, கன அளவு, எஞ்சின் சிசி',
  cylinders:
    'cyl, no of cylinders, number of cylinders, no of cylinder, cylinder, no of cyl, सिलेंडर, சிலிண்டர், சிலிண்டர்கள், cyls, cylinder no, cyl no, cyl nos, no cyl, no of cyls, cylinder nos, सिलिंडर, सिलेण्डर, सिलेंडर संख्या, सिलेंडरों की संख्या, सिलेंडर की संख्या, सिलिंडर संख्या, சிலிண்டர் எண்ணிக்கை, சிலிண்டர்களின் எண்ணிக்கை',
  gears:
    'gears f r, gear f r, gears fwd rev, speeds f r, gear, gearbox, gear box, transmission, no of gears, speeds, गियर, கியர், f r, fwd rev, forward reverse, gears forward reverse, gear forward reverse, gears fr, gear fr, gear speeds, gear speed, no of gear, number of gears, no of speeds, gearbox f r, gear box f r, transmission f r, speed f r, gear ratio f r, गियर आगे पीछे, गियर संख्या, गियर की संख्या, गियर बॉक्स, गियरबॉक्स, गीयर, गिअर, கியர் முன் பின், கியர்கள், கியர் எண்ணிக்கை, கியர்பாக்ஸ், கியர் பாக்ஸ்',
  gears_fwd:
    'fwd gear, गियर आगे, आगे के गियर, முன் கியர், forward gears, gears forward, fwd gears, forward speeds, gear fwd, gears fwd, fwd, forward, forward gear, gear forward, no of forward gears, f gears, fwd speeds, forward speed nos, gear f, gears f, फॉरवर्ड गियर, अग्र गियर, आगे गियर, पुढील गिअर, முன்னோக்கி கியர், முன்கியர், கியர் முன், கியர் முன்னோக்கி',
  gears_rev:
    'rev gear, गियर पीछे, पीछे के गियर, பின் கியர், reverse gears, gears reverse, rev gears, reverse speeds, gear rev, gears rev, rev, reverse, reverse gear, gear reverse, no of reverse gears, r gears, rev speeds, gear r, gears r, रिवर्स गियर, पश्च गियर, पीछे गियर, मागील गिअर, பின்னோக்கி கியர், பின்கியர், கியர் பின், கியர் பின்னோக்கி, ரிவர்ஸ் கியர்',
  fuel_l:
    'fuel tank, tank, fuel tank capacity, tank capacity, fuel capacity, diesel tank, टंकी, ईंधन टैंक, டேங்க், எரிபொருள் தொட்டி, tank cap, fuel cap, fuel tank cap, tank size, fuel tank size, diesel tank capacity, capacity of fuel tank, f tank, fuel tk, ईंधन टंकी, ईंधन टैंक क्षमता, टंकी क्षमता, टैंक, टैंक क्षमता, तेल टंकी, डीजल टंकी, ईंधन टंकी क्षमता, इंधन टाकी, टाकी, टाकी क्षमता, டேங்க் கொள்ளளவு, எரிபொருள் டேங்க், தொட்டி, தொட்டி கொள்ளளவு, எரிபொருள் கொள்ளளவு, எரிபொருள் தொட்டி கொள்ளளவு, டீசல் டேங்க்',
  fuel_lph: 'fuel consumption',
  lift_capacity_kg:
    'लिफ्ट क्षमता, lift, lifting capacity, lift capacity, hydraulic capacity, hydraulics, hydraulic lift, lifting, max lift, उठाने की क्षमता, लिफ्ट, भार क्षमता, தூக்கும் திறன், லிஃப்ட், lift cap, lifting cap, hyd lift, hyd lift cap, hyd lift capacity, hyd cap, hyd capacity, hyd lifting capacity, hydraulic lift capacity, hydraulic lifting capacity, hydraulic lift cap, max lift capacity, max lifting capacity, lift cap at hitch, lifting power, 3 point lift capacity, 3pl capacity, tpl lift capacity, हाइड्रोलिक क्षमता, हाइड्रोलिक लिफ्ट, हाइड्रोलिक लिफ्ट क्षमता, भार उठाने की क्षमता, वजन उठाने की क्षमता, उठाव क्षमता, उठान क्षमता, उचल क्षमता, उचलण्याची क्षमता, हायड्रॉलिक क्षमता, லிஃப்ட் திறன், லிப்ட் திறன், தூக்கு திறன், தூக்கும் கொள்ளளவு, பளு தூக்கும் திறன், எடை தூக்கும் திறன், ஹைட்ராலிக் திறன், தூக்கு சக்தி, லிப்ட்',
  lift_capacity_t: 'lifting capacity, lift capacity, crane capacity',
  lift_height_m: 'lift height, max lift height',
  operating_weight_kg:
    'opg wt, opg weight, weight, weight kg, total weight, operating weight, kerb weight, curb weight, gross weight, machine weight, वजन, वज़न, भार, எடை, wt, op wt, oper wt, operating wt, op weight, gross wt, tractor weight, unladen weight, total wt, machine wt, kerb wt, self weight, dead weight, shipping weight, net weight, wt of machine, weight of tractor, weight of machine, कुल वजन, कुल भार, मशीन का वजन, ट्रैक्टर का वजन, परिचालन भार, मशीन भार, एकूण वजन, மொத்த எடை, இயந்திர எடை, இயக்க எடை, இயந்திரத்தின் எடை, டிராக்டர் எடை, வெயிட்',
  weight_kg: 'weight, वजन, वज़न, எடை, wt, कुल वजन, भार, மொத்த எடை',
  width_mm: 'width, working width, चौड़ाई, அகலம், w width, working wd, कार्य चौड़ाई',
  wheelbase_mm:
    'wheelbase, wheel base, व्हीलबेस, வீல்பேஸ், wb, w b, w base, whl base, wheel base length, व्हील बेस, वीलबेस, पहिया आधार, पहियों की दूरी, धुरा अंतर, வீல் பேஸ், சக்கர இடைவெளி, சக்கர அடிமானம், சக்கர தூரம், அச்சு இடைவெளி',
  bucket_m3: 'bucket, bucket capacity',
  dig_depth_mm: 'dig depth, digging depth, max digging depth',
  payload_kg: 'payload, pay load, load capacity, loading capacity',
  rated_load_kg: 'rated load, rated operating load',
  blade_width_mm: 'blade width',
  drum_width_mm: 'drum width',
  cutter_bar_mm: 'cutter bar, cutter bar width',
  boom_length_m: 'boom length',
  grain_tank_l: 'grain tank, grain tank capacity',
  hp_min: 'min hp, minimum hp, hp from, hp required',
  hp_max: 'max hp, maximum hp, hp to',
  brakes: 'brake, brake type, ब्रेक, பிரேக், braking, ब्रेक का प्रकार, பிரேக் வகை',
  clutch: 'clutch type, क्लच, கிளட்ச்',
  steering: 'steering type, स्टीयरिंग, ஸ்டீயரிங், स्टेयरिंग, स्टिअरिंग, ஸ்டியரிங்',
  tyre_front:
    'tyre f, tyres front, front tyres, tyre front size, front tyre, front tyre size, front tire, अगला टायर, முன் டயர், tyre size front, tyre sizes front, front tyre sizes, tires front, tire front, tire f, tyres f, f tyre, f tyres, ft tyre, frt tyre, fr tyre, front tires, front tyre size inch, front wheel, front wheel size, आगे का टायर, आगे के टायर, अगले टायर, टायर आगे, टायर अगला, टायर अगले, पुढील टायर, पुढचा टायर, டயர் முன், முன் டயர் அளவு, முன்புற டயர், முன் சக்கரம், முன்பக்க டயர், முன் டயர்கள்',
  tyre_rear:
    'tyre r, tyres rear, rear tyres, tyre rear size, rear tyre, rear tyre size, rear tire, back tyre, पिछला टायर, பின் டயர், tyre size rear, tyre sizes rear, rear tyre sizes, tires rear, tire rear, tire r, tyres r, r tyre, r tyres, rr tyre, rear tires, tyre back, back tyres, rear wheel, rear wheel size, पीछे का टायर, पीछे के टायर, पिछले टायर, टायर पीछे, टायर पिछला, टायर पिछले, मागील टायर, मागचा टायर, டயர் பின், பின் டயர் அளவு, பின்புற டயர், பின் சக்கரம், பின்பக்க டயர், பின் டயர்கள்',
  warranty: 'guarantee, वारंटी, உத்தரவாதம், warranty period, वारण्टी, वॉरंटी, वारंटी अवधि, गारंटी, வாரண்டி, உத்திரவாதம், உத்தரவாத காலம்',
  warranty_years: 'warranty, warranty years',
  emission_norm: 'emission, norm, emission stage, trem, emission norms, emission standard, bs norm',
  linkage:
    'three point hitch, 3 point hitch, hitch, hitch category, three point linkage, 3 pt linkage, category of linkage',
  aliases: 'alias, other names, also known as',
  launched_at:
    'intro dt, intro date, introduced, date of introduction, launch, लॉन्च, लॉन्च तिथि, लॉन्च दिनांक, அறிமுக தேதி, அறிமுகம், launch date, launched, launched on, date of launch, dol, d o l, launch dt, dt of launch, launch on, launched date, date launched, launched in, year of launch, launch year, launch month, introduced, introduced on, date of introduction, in market since, लॉन्च की तिथि, लॉन्च की तारीख, लांच, लांच तिथि, लांच दिनांक, लाँच, लाँच तारीख, लाँच दिनांक, बाजार में आने की तिथि, शुरुआत तिथि, வெளியீட்டு தேதி, வெளியீடு, வெளியான தேதி, அறிமுகப்படுத்திய தேதி, அறிமுக நாள், அறிமுகமான தேதி',
  published_at: 'publish date, published, published on, publish on, live from',
  verified_at: 'verified, verified on, checked on, last verified',
  image: 'picture, photo url, image url, picture url',
  photos: 'photo, pictures, images, photo urls',
  description: 'details, remarks by seller, note to buyer, विवरण, விளக்கம்',
  'price.price_inr':
    'dealer quote, quote, quotation, dealer quotation, price, cost, rate, mrp, price inr, amount, ex showroom price, ex showroom, on road price, on road, dealer price, quoted price, subsidised price, price from, starting price, कीमत, मूल्य, दाम, एक्स शोरूम कीमत, விலை, दर, भाव, किंमत, कीमत रु, क़ीमत, मूल्य रु, राशि, ரேட், விலை ரூ, தொகை, prc, pr, price rs, unit price, unit rate, unit cost, basic price, base price, list price, net price, dp, ex sr, ex s r, ex sr price, ex s r price, exsr, ex sh, ex sh price, ex shwrm, ex shwrm price, ex showrm price, ex show room, ex show room price, ex showroom rate, ex showroom cost, exshowroom, exshowroom price, showroom price, orp, o r p, on rd price, on rd, onroad, onroad price, price ex showroom, price on road, price ex sr, approved rate, approved price, approved cost, tender rate, quoted rate, offer price, offer rate, dealer rate, subsidized price, price after subsidy, rate after subsidy, subsidy price, cost of machine, machine cost, tractor price, price of tractor, एक्स शोरूम, एक्स शोरूम मूल्य, एक्स शोरूम दर, एक्स शो रूम कीमत, एक्स शोरूम किंमत, शोरूम कीमत, ऑन रोड, ऑन रोड कीमत, ऑनरोड कीमत, ऑन रोड मूल्य, ऑन रोड किंमत, स्वीकृत दर, अनुमोदित दर, अनुमोदित मूल्य, अनुमानित कीमत, अनुमानित मूल्य, इकाई लागत, लागत, अनुदान के बाद कीमत, अनुदान पश्चात मूल्य, अनुदानित दर, डीलर कोटेशन, डीलर दर, डीलर कीमत, यंत्र की कीमत, ट्रैक्टर की कीमत, எக்ஸ் ஷோரூம், எக்ஸ் ஷோரூம் விலை, எக்ஸ்ஷோரூம் விலை, ஷோரூம் விலை, ஆன் ரோடு, ஆன் ரோடு விலை, ஆன்ரோடு விலை, டீலர் விலை, மானிய விலை, மானியத்திற்கு பின் விலை, அங்கீகரிக்கப்பட்ட விலை, மதிப்பு',
  price_inr:
    'price, cost, rate, amount, asking price, expected price, demand, sale price, कीमत, मूल्य, दाम, விலை, दर, भाव, किंमत, कीमत रु, क़ीमत, मूल्य रु, राशि, ரேட், விலை ரூ, தொகை, prc, price rs, ask price, offer price',
  'price.high_inr': 'price to, max price, highest price, price upto, price max, upper price, अधिकतम कीमत, அதிகபட்ச விலை',
  price_high_inr: 'price to, max price, highest price',
  'price.kind':
    'कीमत का प्रकार, मूल्य का प्रकार, விலை வகை, price type, price kind, type of price, price basis, price is, kind of price, rate type, type of rate, basis, basis of price, price category, दर का प्रकार, दर प्रकार, कीमत प्रकार, मूल्य प्रकार, किंमत प्रकार, விலையின் வகை, விலை அடிப்படை',
  price_kind: 'price type, type of price',
  'price.observed_at':
    'price date, price as on, as on, price as of, price as on date, date of price, rate date, wef, w e f, with effect from, price updated, price updated on, date, दिनांक, तारीख, தேதி, price dt, price dated, rate as on, rates as on, valid from, effective from, effective date, rate wef, price wef, w e f date, price valid from, दर दिनांक, कीमत दिनांक, कीमत की तारीख, कीमत की तिथि, मूल्य दिनांक, दिनांक से, तिथि, விலை தேதி, விலை நாள், நாள்',
  price_as_of: 'price date, price as on, as on, date of price, date, दिनांक, तारीख',
  'price.source_kind':
    'price source, source of price, source kind, source, rate source, source of rate, स्रोत, कीमत का स्रोत, मूल्य स्रोत, ஆதாரம், விலை ஆதாரம்',
  'price.state_code': 'state, price state, राज्य, மாநிலம்',
  'price.city': 'city, town, price city, शहर, நகரம், शहर का नाम',
  sold_price_inr: 'sold price, sold for',
  sold_at: 'sold on, sold date, date of sale',
  comparable_new_inr: 'new price, price of new',
  created_at:
    'date, listed on, listing date, date listed, posted on, posted, entry date, date of entry, दिनांक, तारीख, தேதி',
  year: 'model year, year of manufacture, mfg year, yom, manufacturing year, registration year, year of purchase, reg year, mfg, साल, वर्ष, ஆண்டு, வருடம்',
  km: 'kms, kilometers, kilometres, odometer, km run, kms run, km driven, किमी, கிமீ',
  hours: 'hrs, hours run, hours used, hour meter, meter hours, engine hours, running hours, hmr, घंटे, மணிநேரம்',
  owners: 'owner, no of owners, ownership, number of owners, owner no, owner number, मालिक, உரிமையாளர்',
  district: 'city, location, place, town, dist, जिला, ज़िला, மாவட்டம்',
  state_code: 'state, राज्य, மாநிலம்',
  pin: 'pincode, pin code, zip, postal code, पिन, पिन कोड, பின்கோடு, பின்',
  seller: 'seller type, sold by, posted by, विक्रेता, விற்பவர்',
  dealer_name: 'dealer, dealership',
  'contact.name': 'seller name, owner name, contact person, contact name, customer name',
  'contact.phone':
    'phone, mobile, mobile no, mobile number, phone no, phone number, contact no, contact number, whatsapp, मोबाइल, फोन, மொபைல்',
  'contact.email': 'email, e mail, email id, ईमेल',
}

/** The kind of price that the name of its column says, in words without blanks. */
const PRICE_KIND_WORDS: readonly (readonly [kind: string, words: RegExp])[] = [
  ['subsidised', /subsidi|aftersubsidy|subsidyprice|अनुदान|மானிய/],
  ['ex_showroom', /exshowr|exshwrm|exsr|exsh|showroom|शोरूम|ஷோரூம்/],
  ['on_road', /onroad|onrd|orp|ऑनरोड|ஆன்ரோடு/],
  ['dealer_quote', /quot|dealerprice|dealerrate|कोटेशन|डीलर|டீலர்/],
]

export function priceKindOf(column: string): string | undefined {
  const words = joined(column)
  return PRICE_KIND_WORDS.find(([, said]) => said.test(words))?.[0]
}

/** `P.T.O. H.P.` and `PTO HP` are the same without blanks. */
function joined(text: string): string {
  return foldWords(text).replaceAll(' ', '')
}

const byWord = new Map<string, string[]>()
for (const [target, words] of Object.entries(COLUMNS)) {
  for (const word of [target, ...words.split(', ')]) {
    for (const key of new Set([foldWords(word), joined(word)])) byWord.set(key, [...(byWord.get(key) ?? []), target])
  }
}

/** Words that change nothing about what a column means. */
const EMPTY_WORDS = new Set(
  'of, the, and, a, in, as, per, incl, including, inclusive, excl, excluding, exclusive, with, without, gst, tax, taxes, approx, approximate, tentative, only, size, value, figure, details, available, max, maximum, rated, total, की, का, के, में, सहित, रहित, लगभग, एवं, व, और, मध्ये, மற்றும், உட்பட'
    .split(', ')
    .map(foldWords),
)

/** The fields that a column of this name may mean, in the order of the table. */
export function meantBy(name: string): readonly string[] {
  const words = foldWords(name).split(' ')
  const told = words.filter((word) => !EMPTY_WORDS.has(word)).join(' ')
  const spellings = new Set([words.join(' '), joined(name), told, joined(told)])
  return [...spellings].flatMap((spelling) => byWord.get(spelling) ?? [])
}

/** The field that an unknown name most likely means: a usual name, the same unit, or the nearest spelling. */
export function suggestField(name: string, known: Iterable<string>): string | undefined {
  const fields = new Set(known)
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[\s.()-]+/g, '_')
    .replace(/^_|_$/g, '')
  if (fields.has(folded)) return folded
  // One price of a machine stands among its prices.
  const common = meantBy(folded).map((target) => (target.startsWith('price.') ? 'prices' : target))
  return common.find((field) => fields.has(field)) ?? sameUnit(folded, fields) ?? nearestName(folded, fields)
}

/** `power_hp` has the unit of `engine_hp`; a unit that many fields share suggests none. */
function sameUnit(name: string, fields: ReadonlySet<string>): string | undefined {
  const unit = /_[a-z0-9]+$/.exec(name)?.[0]
  if (unit === undefined) return undefined
  const sharing = [...fields].filter((field) => field.endsWith(unit))
  return nearestName(name, sharing) ?? (sharing.length <= 2 ? sharing[0] : undefined)
}

/** All names of columns, folded. */
export const COLUMN_WORDS: ReadonlySet<string> = new Set(byWord.keys())
