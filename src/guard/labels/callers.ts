import { foldWord } from '../text/fold.ts'
import { resemblesCall } from './call-spelling.ts'

// Whose number it is: words before "number" after which it is there for calling, however unknown other words may be.

const OWN =
  'remark remarks detail details info extra note notes usa uk uae dubai nepal my mine mera meri mere our ours hamara humara hamare apna apne apni his her hers their your yours tumhara aapka apka uska unka iska inka unke iske uske inke this that same one only single direct personal private own first second third other another alternate alternative alternat alt new old current main primary secondary less more else total item extra spare backup emergency urgent full complete whole active working right correct regular local home house ghar ghr shop dukan dukaan office ofis showroom godown factory workshop garage residence res resi village gaon farm khet given below above following here available good best lucky big any some every each all both the a an and or but with for from to at on in of is are was by enathu ennoda namma engal ungal avar veetu veedu kadai'
const NETWORKS =
  'jio airtel vi idea vodafone vodaphone bsnl mtnl docomo reliance telenor uninor aircel tata sim simcard dual roaming trunk isd intercom extension ext fax hotline toll care support service sales enquiry inquiry query info reception customercare business calling callback missed missedcall urgent whats chat video voice text imo botim truecaller gp gpe pe pay phonpe phonepay googlepe tez amazonpay'
const PEOPLE =
  'officer boy guy man lady log people drive trial team desk engineer helper salesman executive representative rep accountant owner customer client member dusra doosra dusri tisra pehla papa pitaji father dad mummy mata mother mom bhai bhaiya bhaiyya brother bro sister behan didi son beta beti daughter wife husband pati patni chacha chachaji mama mamaji nana dada dadaji uncle aunty aunti kaka tau tauji jija sala friend dost partner sir madam ji sahab saheb sab babu seth thekedar mistri mistry mechanic munshi manager supervisor driver operator owner malik maalik malak seller dealer broker dalal agent buyer staff boss secretary assistant pradhan sarpanch patel patil yadav contractor advocate lawyer doctor person admin incharge proprietor prop party appa amma anna annan thambi akka maama sithappa periyappa thatha owner mudhalali muthalali sonthakarar urimaiyalar'
const BIDDING =
  'not nahi nahin matlab yani note save dial try use take get give share send write type enter add keep see check read find drop leave ask tell put want need have has got say says said karo karna kare karein karen karke likho likhna likh likhlo lo lelo le de do dedo dijiye lijiye kijiye kariye milega milegi raha rahi rahe hai hain hoon hu tha diya diye dia batao bata bol bolo puch pucho rakho rakh dekho dekh chahiye aaya hua yeh ye yahi wahi iss is us in un ka ki ke ko se par pe me mein bhi hi to aur ya direct seedha sidha turant jaldi abhi kabhi please pls plz kindly thanks ok okay yes sirf only bas keval edu eduthuko sollunga kudunga paarunga'
const NAMES =
  'ram raju raj ravi ramu shyam mohan sohan rohan rohit amit sumit anil sunil vinod pramod manoj vijay ajay sanjay arjun karan kiran pawan pavan deepak vikas vikram vivek rahul sachin nitin jatin mukesh ramesh suresh mahesh dinesh naresh rakesh lokesh yogesh umesh ganesh hitesh jignesh bhavesh kamlesh rajesh satish ashish girish harish krishna kishan gopal govind hari shiv shankar bharat lakhan laxman lakshman ashok alok arun tarun varun gaurav saurabh sourabh ankit ankur mohit lalit ajit amar sagar prakash subhash santosh sandeep pradeep kuldeep hardeep mandeep gurdeep jagdeep baldev sukhdev gurpreet harpreet manpreet jaspreet balwinder kulwinder harjinder sukhwinder gurmeet jagtar kartar avtar pooja puja priya neha sunita anita kavita savita geeta gita sita meena reena rekha radha lakshmi laxmi saroj kamla vimla pushpa usha asha lata mamta sapna seema kumar singh sharma verma gupta yadav jat gurjar chaudhary choudhary chaudhari jadhav pawar shinde kadam gaikwad bhosale more deshmukh kulkarni joshi desai shah mehta patel solanki rathod rathore chauhan thakur tiwari mishra pandey dubey reddy rao naidu gowda nair menon pillai iyer iyengar murugan selvam kannan senthil kumaran mani siva sivakumar balu babu raja rajan rajendran mahendran suresh kumaresan palani palanisamy muthu muthusamy velu vel karthik karthi saravanan anand arumugam ganesan natarajan subramani subramanian velmurugan pandi pandian perumal chinna periya ramasamy krishnan lakshmanan khan ali ahmed ahmad mohammad salim imran irfan javed aslam rafiq shaikh sheikh ansari qureshi john joseph thomas george mathew guddu pappu bablu sonu monu golu chhotu kallu munna bunty happy lucky sukha billa jassi gopi'
const PLACES =
  'pune nashik nasik nagpur mumbai delhi jaipur indore bhopal lucknow kanpur patna ludhiana amritsar jalandhar bathinda patiala karnal hisar rohtak sirsa meerut agra mathura aligarh rajkot surat ahmedabad baroda vadodara kolhapur satara sangli solapur latur nanded akola amravati jalgaon dhule chennai madurai salem erode trichy kovai coimbatore tirunelveli thanjavur vellore hosur bengaluru bangalore mysore hubli belgaum hyderabad warangal guntur vijayawada nellore kurnool kota ajmer bikaner alwar sikar gwalior ujjain dewas rewa jabalpur raipur ranchi gaya branch city town head area sunday monday tuesday wednesday thursday friday saturday morning evening night day time subah shaam raat din'
const HINDI =
  'मेरा मेरी मेरे हमारा हमारे अपना अपने उसका उनका इसका इनका यह ये वह यही वही इस उस एक दो दूसरा दूसरे पहला नया नये पुराना सही पूरा सिर्फ केवल बस और या ही भी तो पर को से में का की के घर दुकान ऑफिस आफिस कार्यालय शोरूम गांव गाँव खेत जियो एयरटेल बीएसएनएल आइडिया वोडाफोन सिम पर्सनल निजी डायरेक्ट सीधा पिताजी पापा भाई भैया चाचा मामा दादा बेटा दोस्त साहब जी मालिक विक्रेता डीलर दलाल एजेंट मैनेजर ड्राइवर मिस्त्री लिखो लिख लो ले दे दो करो करें करके कर नोट सेव मिलेगा रहा रही दिया है हैं हूं हूँ था कृपया राम रमेश सुरेश महेश राजू मोहन सोहन विजय अजय संजय अनिल सुनील मनोज राकेश मुकेश दिनेश कुमार सिंह शर्मा यादव पटेल वैकल्पिक अन्य संबंधित नीचे ऊपर'
const TAMIL =
  'என் எனது எங்கள் உங்கள் அவர் அவரது இந்த அந்த இதே அதே ஒரே ஒரு இரண்டு மற்ற மற்றொரு வேறு புதிய பழைய வீட்டு வீடு கடை அலுவலக அலுவலகம் ஆபீஸ் ஷோரூம் கிராம ஊர் ஜியோ ஏர்டெல் சிம் தனிப்பட்ட நேரடி அப்பா அம்மா அண்ணன் தம்பி மாமா நண்பர் ஐயா சார் உரிமையாளர் விற்பனையாளர் முதலாளி டீலர் தரகர் மேலாளர் டிரைவர் ஓட்டுநர் குறித்து எழுதி பார்க்க கீழே மேலே மட்டும் சரியான முழு மற்றும் அல்லது எங்க நம்ம அண்ணா அக்கா தாத்தா குமார் முருகன் ராஜா ரவி மணி செல்வம் கண்ணன் செந்தில் பாபு ரமேஷ் சுரேஷ்'

const CALLERS = new Set(
  [OWN, NETWORKS, PEOPLE, BIDDING, NAMES, PLACES, HINDI, TAMIL].flatMap((line) => line.split(' ')).map(foldWord),
)

/** How names of people and of places end. */
const NAME_ENDINGS =
  'esh endra ender inder deep dip jeet jit bhai ben kumar singh appa amma anna raj ram das lal nath pal veer vir preet wati devi swamy samy sami murthy moorthy rajan nathan velan pur pura bad nagar garh ganj palli puram wadi wala wale wali kar ji'
const TAMIL_NAME_ENDING = /(?:ன்|ர்|ள்|ா|ி)$/

/** Endings of names by their last two letters. */
const endings = new Map<number, string[]>()
for (const ending of NAME_ENDINGS.split(' '))
  endings.set(endOf(ending), [...(endings.get(endOf(ending)) ?? []), ending])

function endOf(word: string): number {
  return word.charCodeAt(word.length - 2) * 128 + word.charCodeAt(word.length - 1)
}

function endsLikeName(word: string): boolean {
  if (word.charCodeAt(word.length - 1) > 0x8ff) return TAMIL_NAME_ENDING.test(word)
  return endings.get(endOf(word))?.some((ending) => word.endsWith(ending)) === true
}

/** Whether a number named by this word is someone's number to call. */
export function isCaller(word: string): boolean {
  return CALLERS.has(word) || endsLikeName(word) || resemblesCall(word)
}
