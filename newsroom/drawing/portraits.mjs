import { darker, lighter } from './colours.mjs'
import { circle, clipTo, ellipse, path, rect, ring, stroke } from './shapes.mjs'

/** A square of its own; sharp scales it as it does the board. */
export const PORTRAIT = { width: 600, height: 600 }

/* A bust that looks at the reader: the light comes from the left, the right half of every surface is its shade. */

const HEAD = 'M206,244C206,158 246,116 300,116C354,116 394,158 394,244C394,330 354,396 300,396C246,396 206,330 206,244Z'
const NECK = 'M254,330H346V436C346,470 254,470 254,436Z'
const SHOULDERS = 'M52,600C56,496 128,462 254,432C262,470 338,470 346,432C472,462 544,496 548,600Z'
const RIGHT = rect(300, 0, 300, 600, '#000')

const lit = (d, colour, part = 0.13) =>
  path(d, colour) + clipTo(path(d, '#000'), clipTo(RIGHT, path(d, darker(colour, part))))

const face = ({ skin, hair, age = 0 }) => {
  const line = darker(skin, 0.5)
  const ears = lit('M196,236c-18,0 -16,66 14,68V240ZM404,236c18,0 16,66 -14,68V240Z', skin)
  const brow = darker(hair, 0.15)
  return (
    lit(NECK, darker(skin, 0.14)) +
    ears +
    lit(HEAD, skin) +
    stroke('M236,226q20,-14 44,-5M320,221q24,-9 44,5', brow, 10) +
    ellipse(259, 254, 8, 10, line) +
    ellipse(341, 254, 8, 10, line) +
    stroke('M300,256V302q-2,8 -12,6', darker(skin, 0.26), 7) +
    stroke('M270,344q30,20 60,0', darker(skin, 0.42), 8) +
    (age ? stroke('M246,300q-8,18 -2,34M354,300q8,18 2,34', darker(skin, 0.2), 5) : '')
  )
}

const GLASSES = {
  round: (colour) =>
    ring(257, 256, 36, colour, 9) +
    ring(343, 256, 36, colour, 9) +
    stroke('M293,252q7,-6 14,0M221,248l-16,-6M379,248l16,-6', colour, 9),
  square: (colour) =>
    stroke(
      'M218,234h70v34q0,18 -18,18h-34q-18,0 -18,-18ZM312,234h70v34q0,18 -18,18h-34q-18,0 -18,-18ZM288,244h24M218,242l-14,-4M382,242l14,-4',
      colour,
      9,
    ),
}

/** What lies behind the head, and what lies on it. */
const HAIR = {
  bob: {
    behind:
      'M180,400C150,250 170,84 300,84C430,84 450,250 420,400C400,424 360,424 350,400V240H250V400C240,424 200,424 180,400Z',
    front:
      'M198,262C186,140 236,98 300,98C364,98 414,140 402,262C394,236 386,206 372,186C340,206 260,206 214,190C206,210 202,236 198,262Z',
  },
  swept: {
    behind:
      'M186,420C150,260 176,86 300,86C424,86 450,260 414,420C398,440 366,432 356,402V240H244V402C234,432 202,440 186,420Z',
    front:
      'M200,270C184,150 230,96 306,98C372,98 412,150 400,270C392,230 374,196 346,170C316,202 246,206 216,218C206,232 202,250 200,270Z',
  },
  long: {
    behind:
      'M158,520C150,300 150,82 300,82C450,82 450,300 442,520C420,540 372,530 352,500V240H248V500C228,530 180,540 158,520Z',
    front: 'M198,290C176,150 230,96 300,96C370,96 424,150 402,290C398,230 366,180 300,140C234,180 202,230 198,290Z',
  },
  bun: {
    behind: 'M300,20a62,62 0 1 1 -0.1,0ZM188,270C168,140 226,94 300,94C374,94 432,140 412,270C400,300 200,300 188,270Z',
    front: 'M200,256C184,146 236,102 300,102C364,102 416,146 400,256C396,206 360,166 300,164C240,166 204,206 200,256Z',
  },
  parted: {
    behind: '',
    front:
      'M200,250C176,140 236,82 316,86C392,86 420,150 400,250C396,214 388,196 374,184C330,190 270,176 244,150C230,180 206,204 200,250Z',
  },
  crop: {
    behind: '',
    front:
      'M200,244C186,136 240,90 300,90C360,90 414,136 400,244C394,204 384,176 364,164C330,152 270,152 236,164C216,176 206,204 200,244Z',
  },
  bald: {
    behind: '',
    front:
      'M198,262C186,212 196,172 220,156C212,190 206,226 210,262ZM402,262C414,212 404,172 380,156C388,190 394,226 390,262Z',
  },
}

const curls = (colour) =>
  [
    [206, 196, 40],
    [216, 142, 46],
    [262, 104, 50],
    [322, 98, 52],
    [376, 130, 48],
    [398, 190, 40],
  ]
    .map(([x, y, radius]) => circle(x, y, radius, x > 300 ? darker(colour, 0.13) : colour))
    .join('') +
  path(
    'M214,214C210,160 250,132 300,132C350,132 390,160 386,214C360,180 330,172 300,176C270,172 240,180 214,214Z',
    colour,
  )

const BEARDS = {
  full: (colour) =>
    lit(
      'M204,270C214,300 222,314 246,318C276,304 324,304 354,318C378,314 386,300 396,270C400,360 360,418 300,418C240,418 200,360 204,270ZM268,342q32,22 64,0q-32,-12 -64,0Z',
      colour,
    ),
  moustache: (colour) =>
    lit(
      'M300,316C276,308 248,324 240,346C268,352 290,346 300,336C310,346 332,352 360,346C352,324 324,308 300,316Z',
      colour,
    ),
}

const CLOTHES = {
  roundNeck: (colour) => lit(SHOULDERS, colour) + stroke('M246,434C256,482 344,482 354,434', darker(colour, 0.25), 14),
  turtleneck: (colour) =>
    lit(SHOULDERS, colour) +
    lit('M244,398C262,420 338,420 356,398L364,470C340,494 260,494 236,470Z', lighter(colour, 0.1)),
  hood: (colour) =>
    lit('M150,470C190,400 230,396 250,400L300,500L350,400C370,396 410,400 450,470Z', darker(colour, 0.18)) +
    lit(SHOULDERS, colour) +
    stroke('M262,480V560M338,480V548', lighter(colour, 0.55), 9),
  shirt: (colour) =>
    lit(SHOULDERS, colour) +
    lit('M254,428L300,500L238,526L208,450ZM346,428L300,500L362,526L392,450Z', lighter(colour, 0.4)) +
    stroke('M300,506V600', darker(colour, 0.25), 6),
  jacket: (colour, shirt) =>
    path('M230,430H370L330,600H270Z', shirt) +
    lit('M52,600C56,496 128,462 246,434L290,600ZM548,600C544,496 472,462 354,434L310,600Z', colour) +
    lit(
      'M246,434L214,470L236,500L222,516L288,600L290,600ZM354,434L386,470L364,500L378,516L312,600H310Z',
      lighter(colour, 0.12),
    ),
  tie: (colour, shirt, tie) =>
    CLOTHES.jacket(colour, shirt) +
    path('M286,470H314L322,496L312,600H288L278,496Z', tie) +
    path('M284,466H316L310,492H290Z', darker(tie, 0.2)),
  scarf: (colour, scarf) =>
    lit(SHOULDERS, colour) +
    lit(
      'M226,404C262,440 338,440 374,404C402,424 398,470 372,486C330,506 270,506 228,486C202,470 198,424 226,404Z',
      scarf,
    ) +
    lit('M322,486L388,472L404,600H346Z', darker(scarf, 0.12)),
}

const bust = ({ ground, form, hair, style, beard, glasses, clothes, ...person }) => {
  const [garment, ...colours] = clothes
  const { behind, front } = HAIR[style] ?? { behind: '', front: '' }
  return (
    rect(0, 0, PORTRAIT.width, PORTRAIT.height, ground) +
    circle(300, 290, 236, form) +
    (behind ? lit(behind, darker(hair, 0.12)) : '') +
    (style === 'curls' ? curls(darker(hair, 0.12)) : '') +
    (garment === 'hood' ? '' : path(NECK, darker(person.skin, 0.2))) +
    (clothes[0] === 'turtleneck' || clothes[0] === 'scarf'
      ? face({ hair, ...person }) + CLOTHES[garment](...colours)
      : CLOTHES[garment](...colours) + face({ hair, ...person })) +
    (beard ? BEARDS[beard](hair) : '') +
    (style === 'curls' ? curls(hair) : front ? lit(front, hair) : '') +
    (glasses ? GLASSES[glasses[0]](glasses[1]) : '')
  )
}

const PEOPLE = {
  'ida-korczyk': {
    ground: '#d9e2df',
    form: '#b9cbc6',
    skin: '#edc4a6',
    hair: '#9a9ea3',
    style: 'bob',
    age: 1,
    glasses: ['square', '#29323a'],
    clothes: ['turtleneck', '#2f4f58'],
  },
  'igor-palacz': {
    ground: '#1f3850',
    form: '#35587a',
    skin: '#d9a37f',
    hair: '#2b1d17',
    style: 'crop',
    beard: 'full',
    clothes: ['jacket', '#c4622d', '#f1ece2'],
  },
  'kacper-dolny': {
    ground: '#e9dff6',
    form: '#c9b5ea',
    skin: '#e8b996',
    hair: '#5b3418',
    style: 'curls',
    glasses: ['round', '#2a1a52'],
    clothes: ['hood', '#4d35a8'],
  },
  'lena-sobieraj': {
    ground: '#f4e3d3',
    form: '#e6bf9d',
    skin: '#f0caad',
    hair: '#8c3b1f',
    style: 'bun',
    clothes: ['roundNeck', '#20363f'],
  },
  'maja-lewandowicz': {
    ground: '#0d4a4c',
    form: '#1f6d6d',
    skin: '#f3d0b3',
    hair: '#d6a04a',
    style: 'long',
    clothes: ['shirt', '#b7d3d0'],
  },
  'nina-zarzycka': {
    ground: '#f2dce6',
    form: '#dca5bf',
    skin: '#dfae8b',
    hair: '#241a22',
    style: 'swept',
    age: 1,
    clothes: ['scarf', '#3a2740', '#b5347b'],
  },
  'oskar-wilamowski': {
    ground: '#e8e1d2',
    form: '#cfc09f',
    skin: '#e9bd9f',
    hair: '#cfcdc8',
    style: 'bald',
    age: 1,
    beard: 'moustache',
    glasses: ['round', '#4b3a22'],
    clothes: ['tie', '#3c3f46', '#f4f0e6', '#8f2a24'],
  },
  'tomasz-brzeg': {
    ground: '#22262d',
    form: '#3d4653',
    skin: '#e6b594',
    hair: '#6b4a30',
    style: 'parted',
    clothes: ['roundNeck', '#a83a30'],
  },
}

/** Portraits by the path of their file. */
export const portraits = new Map(
  Object.entries(PEOPLE).map(([author, person]) => [`2026/01/${author}-portret.webp`, () => bust(person)]),
)
