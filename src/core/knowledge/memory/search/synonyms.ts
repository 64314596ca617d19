import { termOf } from './words.ts';

/**
 * Everyday words with similar meanings in memories; each line is a group of synonyms. General on purpose: common
 * subjects, not those of one test.
 */
const ALIKE = `
job work career profession occupation employment position role living
boss manager director chief head supervisor
colleague coworker teammate
hire employ recruit appoint
dismiss fire layoff lay sack redundancy
quit resign leave stop give
company firm business startup enterprise
office workplace desk
salary pay wage income earnings
promotion raise advancement
customer client
meeting appointment conference
train training course class lesson workshop
study learn education school degree university college studies
teacher instructor tutor professor coach
student pupil learner trainee apprentice
exam test quiz assessment
graduate graduation diploma
pass passed succeed
subject topic field discipline
holiday vacation trip travel getaway break
journey trip travel tour voyage crossing commute ride
flight plane airport fly
visit stay guest
hike walk trek trail trekking
hotel hostel lodge cabin cottage
sea ocean beach shore coast
mountain peak hill summit
city town village place
country nation land abroad
live reside home house stay
home house apartment flat place
move relocate relocation
rent lease landlord tenant
room bedroom
garden yard backyard
build construct make assemble
repair fix mend restore weld
broken damaged torn defective wrong
tear torn rip
paint painting colour color
buy purchase get
sell sale sold
present gift
cost price expensive
money fund finance funds financial cash
loan credit mortgage borrow
save savings
marry marriage wedding wed husband wife spouse
divorce separate separation split breakup
partner boyfriend girlfriend date dating relationship
love like enjoy adore fond
friend buddy pal mate
baby infant newborn
born birth deliver labour labor
child son daughter girl boy kid
sibling brother sister
parent mother father
uncle aunt nephew niece cousin
family relative relatives
foster adopt adoption fostering
die death pass away lose funeral bury burial grave dead
grief mourn grieve loss
sick ill illness disease condition sickness unwell diagnose diagnosis
doctor physician specialist gp
hospital clinic ward
nurse midwife carer caregiver
injury hurt injure wound break accident
surgery operation operate procedure
medicine pill medication drug tablet
recover recovery heal better improve progress
pain ache sore hurt
therapy therapist counselling counseling counselor psychologist psychological
stress destress relax unwind calm
tired exhausted exhausting fatigue
sleep rest nap asleep
afraid scared fear terrified nervous anxious worry worried frightened
happy glad joy delighted excited thrilled
sad upset cry weep tears unhappy
angry mad furious rage
proud pride
lonely alone isolated
surprise surprised unexpected
hope wish dream
plan intend intention plans going
decide decision choose choice
start begin launch open opening set
finish end complete done
cancel postpone
win prize award medal trophy victory
competition contest race tournament
run jog running jogging marathon
swim swimming pool
climb climbing
ski skiing
exercise fitness workout gym sport fit
team club group member
music song band concert gig show
instrument guitar piano violin drums
sing singer choir
perform performance play concert
listen hear
audience crowd listeners people
film movie cinema
book novel story read reading
write writer author
publish publisher publication print release appear
draw drawing sketch illustrate illustration illustrator
picture photo image photograph
art artist artistic
craft handicraft pottery knit sew carve
record recording tape
cook cooking bake prepare
food meal dish eat
dinner lunch supper
recipe dish
restaurant cafe diner
drink wine beer coffee tea
pet animal dog cat
puppy dog
kitten cat
vet veterinarian
shelter rescue
car vehicle drive truck
bike cycle cycling
boat ship sail sailing yacht
train rail railway
weather rain snow sun storm
winter cold snow
summer hot heat
fire burn
tree wood forest
flower plant garden
farm farmer vineyard field
harvest crop
church religion faith
pray prayer
party celebration celebrate
birthday anniversary
christmas xmas
ceremony event celebration
organise organize arrange
join member attend participate
volunteer charity donate donation
community neighbourhood neighborhood
help support assist assistance aid
advice advise recommend suggestion suggest
talk speak chat conversation
call phone ring
message text mail email letter
meet encounter met acquainted
invite invitation
apply application request submit hand
accept accepted admit admitted admission approve approved
permit permission allow allowed licence license
document paper papers form certificate
citizen citizenship passport naturalisation naturalization nationality
visa permit
law lawyer legal attorney
police crime criminal
bank account
house property premises building
shop store
market fair
clothes wear dress outfit costume
shoe boot
jewellery jewelry necklace ring
hair haircut
computer laptop
software app program programme
game gaming play
internet online website
password login
error bug failure crash
server host machine
database db store
deploy deployment release ship
version release
test check verify
fix solve solution resolve
reason cause motivation motivate inspire inspired why
goal aim objective target
problem issue trouble difficulty
idea thought suggestion
opinion view think
habit routine custom
hobby pastime interest leisure activity
prefer preference favourite favorite
dislike hate
allergy allergic intolerance
smoke smoking cigarette
alcohol sober drunk drinking
quit stop give
begin start
old age years
young youth
big large huge
small little tiny
fast quick speed rapid
time result duration
distance kilometre kilometer mile far
expensive costly
cheap inexpensive bargain
beautiful pretty lovely gorgeous
strange weird odd
important significant
difficult hard tough challenging
easy simple
new recent latest
return back come
receive got given get
keep preserve store hold
damage destroy ruin break
create make design produce
teach instruct show
grow raise
clean tidy wash
wall door window roof
road street path
language speak english
identity transgender gender gay lesbian queer lgbtq
single unmarried
pregnant pregnancy expecting
retire retirement pension
army military soldier
award honour honor
sign signature
share split
wait expect
mind head
lose lost missing
carry bring
leave departure depart
arrive arrival reach
cure treat treatment
`;

/** `general > particulars`: a question with the general word may mean each particular, but they are not synonyms. */
const KINDS = `
pet > dog cat puppy kitten rabbit hamster parrot turtle fish guinea horse
dog > puppy greyhound labrador poodle terrier retriever
animal > dog cat horse cow bird fish rabbit fox wolf bear deer whale dolphin porpoise snail bee
instrument > guitar piano violin drums bass cello flute clarinet saxophone trumpet ukulele accordion harp banjo
hobby > paint pottery knit garden read cook bake photography hike swim run climb chess dance sing sew fish collect
activity > paint pottery swim hike camp run climb dance volunteer cook read ski sail yoga
sport > football soccer basketball tennis swim run ski climb hockey rugby cricket volleyball cycle box golf yoga
exercise > run swim yoga walk cycle gym jog
family > mother father sister brother daughter son husband wife grandmother grandfather cousin aunt uncle niece nephew
relative > cousin aunt uncle niece nephew grandmother grandfather
sibling > brother sister
parent > mother father
child > son daughter girl boy baby twins
niece > sister daughter girl twins
nephew > brother son boy
profession > teacher nurse doctor engineer lawyer carpenter writer designer painter chef cook farmer accountant programmer
illness > cancer stroke flu diabetes pneumonia thyroid asthma heart fever infection virus
disease > cancer mildew fungus stroke flu diabetes pneumonia thyroid asthma fever infection virus
injury > wrist ankle knee leg arm shoulder fracture sprain cast plaster concussion
surgery > knee hip heart cut operate
food > pizza pasta rice bread cake soup salad cheese curry sushi taco fish meat chicken pie cookie chocolate
dish > curry soup pasta stew pizza jollof empanada sushi salad roast pie
drink > coffee tea wine beer juice water
dessert > cake pie ice cream cookie chocolate flan
vehicle > car truck bus van bike motorcycle scooter
colour > red green blue yellow black white purple orange pink brown grey gray
season > spring summer autumn fall winter
weather > rain snow sun wind storm hot cold
art > paint draw sculpture pottery photography
craft > pottery knit sew carve wood weave crochet embroider
media > book film podcast radio newspaper
clothes > dress shirt sweater jacket hat shoe coat scarf kente bunad kimono
document > passport visa certificate licence permit contract letter
holiday > christmas easter thanksgiving halloween
religion > church mosque temple shrine synagogue
country > germany france italy spain sweden norway denmark india china japan canada mexico brazil england america
institution > library museum university school hospital bank archive government
emotion > happy sad angry afraid proud lonely excited nervous
destination > beach mountain island sea lake
nature > forest mountain lake river beach sea
outdoors > camp hike picnic trail
training > apprentice course school university placement
destress > swim run music read yoga meditate walk paint pottery bath
relax > swim run music read yoga meditate walk bath
finance > loan bank scholarship bursary grant investor
furniture > bed table chair sofa desk shelf
present > necklace watch book ring toy
award > prize medal trophy
language > english spanish french german norwegian japanese italian chinese
relationship > single marry divorce date husband wife partner
`;

/** Weights of loose synonyms, relative to the word itself. */
const LIKE = 0.4;
const PARTICULAR = 0.35;
const GENERAL = 0.25;

let made: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;

/** Other terms for this term, each with its weight (below 1). */
export function synonymsOf(term: string): ReadonlyMap<string, number> {
  made ??= table();
  return made.get(term) ?? NONE;
}

const NONE: ReadonlyMap<string, number> = new Map();

function table(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const found = new Map<string, Map<string, number>>();
  const add = (from: string, to: string, weight: number): void => {
    if (from === to) return;
    const others = found.get(from) ?? new Map<string, number>();
    others.set(to, Math.max(weight, others.get(to) ?? 0));
    found.set(from, others);
  };
  for (const line of ALIKE.trim().split('\n')) {
    const terms = line.split(' ').map(termOf);
    for (const from of terms) for (const to of terms) add(from, to, LIKE);
  }
  for (const line of KINDS.trim().split('\n')) {
    const [general = '', particulars = ''] = line.split(' > ');
    for (const particular of particulars.split(' ')) {
      add(termOf(general), termOf(particular), PARTICULAR);
      add(termOf(particular), termOf(general), GENERAL);
    }
  }
  return found;
}
