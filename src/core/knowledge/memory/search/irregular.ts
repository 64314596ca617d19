/** Irregular English forms, each line `word: forms`. Not `lives` and `leaves`, which are said of people more than of life and leaf. */
const FORMS = `
be: am is are was were been being
become: became
begin: began begun
bend: bent
bite: bit bitten
bleed: bled
blow: blew blown
break: broke broken
bring: brought
build: built
burn: burnt
buy: bought
catch: caught
choose: chose chosen
come: came
deal: dealt
dig: dug
do: did done does
draw: drew drawn
dream: dreamt
drink: drank drunk
drive: drove driven
eat: ate eaten
fall: fell fallen
feed: fed
feel: felt
fight: fought
find: found
fly: flew flown
forget: forgot forgotten
forgive: forgave forgiven
freeze: froze frozen
get: got gotten
give: gave given
go: went gone
grow: grew grown
hang: hung
have: has had
hear: heard
hide: hid hidden
hold: held
keep: kept
know: knew known
lay: laid
lead: led
learn: learnt
leave: left
lend: lent
lie: lain
light: lit
lose: lost
make: made
mean: meant
meet: met
pay: paid
prove: proven
ride: rode ridden
ring: rang rung
rise: rose risen
run: ran
say: said
see: saw seen
seek: sought
sell: sold
send: sent
sew: sewn
shake: shook shaken
shine: shone
shoot: shot
show: shown
shrink: shrank shrunk
sing: sang sung
sink: sank sunk
sit: sat
sleep: slept
smell: smelt
speak: spoke spoken
spell: spelt
spend: spent
stand: stood
steal: stole stolen
stick: stuck
strike: struck
swear: swore sworn
sweep: swept
swim: swam swum
swing: swung
take: took taken
teach: taught
tear: tore torn
tell: told
think: thought
throw: threw thrown
understand: understood
wake: woke woken
wear: wore worn
weep: wept
win: won
write: wrote written
child: children kid kids
foot: feet
goose: geese
man: men
mouse: mice
person: people
tooth: teeth
wife: wives
knife: knives
half: halves
wolf: wolves
good: better best
bad: worse worst
far: further farther
mother: mum mom mama mommy mummy
father: dad papa daddy
grandmother: grandma granny
grandfather: grandpa granddad
television: tv
photograph: photo photos
telephone: phone phones
bicycle: bike bikes
2: two twice
3: three third
4: four fourth
5: five fifth
6: six sixth
7: seven seventh
8: eight eighth
9: nine ninth
10: ten tenth
11: eleven eleventh
12: twelve twelfth dozen
13: thirteen
14: fourteen
15: fifteen
16: sixteen
17: seventeen
18: eighteen
19: nineteen
20: twenty
30: thirty
40: forty
50: fifty
60: sixty
70: seventy
80: eighty
90: ninety
100: hundred
january: jan
february: feb
august: aug
september: sept sep
october: oct
november: nov
december: dec
`;

const words = new Map(
  FORMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [word = '', forms = ''] = line.split(': ');
      return forms.split(' ').map((form) => [form, word] as const);
    }),
);

/** The word that this one is a form of, or itself. Takes a folded word. */
export const regular = (word: string): string => words.get(word) ?? word;
