import { closedLine, onCircle, openLine, range, starPolygon, trace } from '../geometry.mjs'
import {
  box,
  cylinder,
  flat,
  isometric,
  lettering,
  note,
  onLeft,
  onRight,
  onTop,
  solidFace,
  spot,
  tile,
} from '../languages/isometric.mjs'
import { boxAt, lined, ringAt } from '../languages/lined.mjs'
import { curves, lanes } from '../languages/plotted.mjs'
import { inked, ruled, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { letters } from '../lettering.mjs'
import { circle, group, path, rect, stroke } from '../shapes.mjs'

const EYES = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ],
  5: [
    [0, 0],
    [0, 2],
    [1, 1],
    [2, 0],
    [2, 2],
  ],
  6: [
    [0, 0],
    [0, 1],
    [0, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
}

const eyes = (count, size, colour) =>
  EYES[count].map(([x, y]) => spot(size * (0.23 + x * 0.27), size * (0.23 + y * 0.27), size * 0.1, colour)).join('')

const die = ([x, y, z], size, colour, eye, [top, left, right]) =>
  box([x, y, z], [size, size, size], colour) +
  onTop([x, y, z + size], eyes(top, size, eye)) +
  onLeft([x, y + size, z + size], eyes(left, size, eye)) +
  onRight([x + size, y + size, z + size], eyes(right, size, eye))

/** The loudness of a recording's seconds, from 0 to 1. */
const LOUDNESS = [
  0.3, 0.5, 0.42, 0.7, 0.86, 0.64, 0.92, 1, 0.78, 0.96, 0.88, 1, 0.7, 0.94, 1, 0.82, 0.6, 0.9, 0.74, 0.5, 0.66, 0.4,
  0.52, 0.3,
]

/** A spiral around a point, as points for every `step` degrees. */
const spiral = ({ x, y, from, to, turns, step = 10, start = -90 }) => {
  const count = Math.round((turns * 360) / step)
  return range(count + 1, (point) => onCircle(x, y, from + ((to - from) * point) / count, start + point * step))
}

const FIFTHS = ['C', 'G', 'D', 'A', 'E', 'H', 'Fis', 'Cis', 'Gis', 'Dis', 'B', 'F']
/** The twelfth fifth does not come back to the first note. */
const fifth = (place) => onCircle(420, 300, 190 + place * 3.4, -90 + place * 30.6)

const RIDER = [
  'M-70,0L-62,-60C-80,-70 -84,-96 -60,-104H30C40,-110 54,-140 66,-150L84,-146L96,-120L84,-112L70,-112C66,-90 62,-76 50,-66L58,0H46L36,-54H-40L-50,0Z',
  'M-24,-100L-16,-160C-14,-172 14,-172 16,-160L22,-118L14,-70H2L6,-100Z',
  'M-16,-186a16,16 0 1 0 32,0a16,16 0 1 0 -32,0Z',
  'M-30,-198H-17V-214H17V-198H30V-189H-30Z',
]

/** The head of a chess knight on its foot. */
const KNIGHT =
  'M-70,160H90V120H70C70,60 100,20 92,-50C86,-110 40,-150 -10,-156L-24,-186L-40,-150C-80,-120 -110,-60 -124,-10C-120,20 -90,30 -70,10C-50,-10 -20,-10 0,-20C-10,40 -56,60 -52,120H-70Z'

/** A plain under a wide sky; `rider` is where the rider stands. */
const prairie = ({ accent, second, body, ground, line }, rider) => [
  rect(0, 0, 1200, 600, ground),
  circle(rider.sun[0], rider.sun[1], 92, accent),
  inked('M0,396L200,330H330L360,300H470L500,336L700,350L900,296H1010L1040,340L1200,360V600H0Z', second),
  ruled('M0,396L200,330H330L360,300H470L500,336L700,350L900,296H1010L1040,340L1200,360V600H0Z', line, {
    gap: 26,
    weight: 6,
    angle: 0,
  }),
  inked('M0,420C300,400 800,430 1200,404V600H0Z', body),
  ruled('M0,440C300,420 800,450 1200,424V600H0Z', line, { gap: 34, weight: 4, angle: -4 }),
  group(RIDER.map((part) => path(part, body)).join(''), { x: rider.x, y: rider.y, scale: rider.scale }),
]

/** A frame of film in millimetres with its holes, at its sides or, where the film runs across, above and below. */
const filmFrame = (x, base, { size: [width, height], holes, isAcross = false }, colours) => {
  const [w, h] = [width * 6, height * 6]
  const hole = (left, top) => rect(left, top, 16, 16, colours.ground, 4)
  const pitch = (isAcross ? w + 12 : h) / holes
  const perforation = (place) =>
    isAcross
      ? hole(x - 6 + (place + 0.5) * pitch - 8, base - h - 30) + hole(x - 6 + (place + 0.5) * pitch - 8, base + 14)
      : hole(x - 30, base - h + (place + 0.5) * pitch - 8) + hole(x + w + 14, base - h + (place + 0.5) * pitch - 8)
  const [marginX, marginY] = isAcross ? [14, 40] : [40, 8]
  return (
    rect(x - marginX, base - h - marginY, w + marginX * 2, h + marginY * 2, colours.body, 10) +
    rect(x, base - h, w, h, isAcross ? colours.accent : colours.second) +
    range(holes, perforation).join('')
  )
}

/** Seven pieces of four cells, each with its place beside the bag. */
const TETROMINOES = [
  {
    name: 'I',
    cells: [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
    ],
    at: [0.4, -7.4],
    tone: 'accent',
  },
  {
    name: 'O',
    cells: [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    at: [5.2, -6],
    tone: 'light',
  },
  {
    name: 'T',
    cells: [
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ],
    at: [2, -4.4],
    tone: 'body',
  },
  {
    name: 'S',
    cells: [
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
    ],
    at: [6.4, -2.8],
    tone: 'second',
  },
  {
    name: 'Z',
    cells: [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
    ],
    at: [2.4, -0.8],
    tone: 'accent',
  },
  {
    name: 'J',
    cells: [
      [0, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ],
    at: [6.4, 0.8],
    tone: 'light',
  },
  {
    name: 'L',
    cells: [
      [2, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ],
    at: [2, 2.4],
    tone: 'body',
  },
]

const SPECTRUM = [
  0.2, 0.34, 0.28, 0.5, 0.62, 0.44, 0.7, 0.58, 0.76, 1, 0.62, 0.5, 0.58, 0.42, 0.3, 0.46, 0.26, 0.36, 0.2, 0.3, 0.5,
  0.24, 0.16, 0.22, 0.32, 0.12, 0.18, 0.1, 0.14, 0.08, 0.1, 0.06,
]
/** What the loudest tone hides falls off quicker below it than above. */
const maskedBelow = (place) => (place < 9 ? 0.82 - (9 - place) * 0.17 : 0.82 - (place - 9) * 0.055)

export const rozrywka = {
  '2026/08/kolo-ktore-kreci-sie-wstecz-film': lined('dark', {
    lines: [
      ringAt(420, 290, 218),
      ringAt(420, 290, 190),
      ...range(12, (spoke) => openLine([onCircle(420, 290, 40, spoke * 30), onCircle(420, 290, 190, spoke * 30)])),
      'M60,516H1140',
    ],
    fine: ['M420,40A250,250 0 0 0 190,190M190,190l-6,-44M190,190l42,-18'],
    area: [ringAt(420, 290, 40)],
    notes: [
      ['20', 740, 300, { size: 150, face: 'display' }],
      ['km/h', 746, 392, { size: 76 }],
    ],
  }),
  '2026/10/podroz-na-ksiezyc-recenzja-ksiezyc': lined('dark', {
    lines: [
      ringAt(560, 310, 236),
      'M470,250C488,232 522,232 540,250',
      'M450,392C500,446 610,446 668,392M450,392l-16,-14M668,392l16,-14',
      'M556,262L528,340C540,356 566,358 584,346',
      'M1004,60L786,168C748,190 712,214 690,246C728,252 770,246 812,228L1040,130Z',
      'M1004,60C996,92 1008,120 1040,130',
    ],
    fine: [
      'M846,138C842,166 852,196 872,204M940,92C936,122 948,152 968,162',
      ringAt(505, 262, 14),
      'M690,246C664,262 640,268 618,262M690,246C700,276 698,300 684,322M690,246C664,236 648,222 642,204',
      ringAt(410, 250, 26),
      ringAt(420, 452, 18),
      ringAt(716, 400, 22),
    ],
    area: [ringAt(560, 310, 236)],
    solid: [ringAt(120, 110, 6), ringAt(230, 470, 5), ringAt(1080, 420, 6), ringAt(930, 520, 5), ringAt(300, 90, 4)],
  }),
  '2026/08/co-liczy-tlumacz-napisow-dokument': typographic('dark', {
    lines: [{ text: '17 znaków', fit: 1030, x: 80, y: 330 }],
    over: ({ light, accent, field }) =>
      rect(-60, 470, 1320, 190, field) +
      rect(240, 400, 720, 30, light) +
      rect(330, 500, 540, 30, light) +
      rect(870, 500, 26, 30, accent),
  }),
  '2026/02/dlaczego-film-ma-24-klatki-ekran': textured('light', ({ body, accent, ground, line }) => [
    group(
      rect(-100, -225, 1500, 450, body) +
        range(
          19,
          (hole) => rect(-80 + hole * 76, -204, 42, 34, ground, 8) + rect(-80 + hole * 76, 170, 42, 34, ground, 8),
        ).join('') +
        range(4, (frame) => rect(-70 + frame * 352, -140, 326, 280, frame === 1 ? accent : line, 10)).join('') +
        range(4, (frame) =>
          circle(20 + frame * 352 + frame * 52, 60 - frame * 36, 46, frame === 1 ? ground : body),
        ).join(''),
      { x: 20, y: 320, angle: -7 },
    ),
  ]),
  '2026/03/glosnosc-w-streamingu-czyli-lufs-fale': textured('dark', ({ body, accent, light }) => [
    ...LOUDNESS.map((level, position) => {
      const [half, quiet] = [level * 230, Math.min(level * 230, 130)]
      const x = 38 + position * 47.4
      return (
        rect(x, 300 - half, 30, half * 2, body, 15) + rect(x, 300 - quiet, 30, quiet * 2, light, quiet < half ? 0 : 15)
      )
    }),
    rect(0, 166, 1200, 8, accent),
    rect(0, 426, 1200, 8, accent),
  ]),
  '2026/07/klatka-gry-w-16-milisekund-ekran': lanes('middle', {
    values: [3, 3, 6, 2.5],
    starts: [0, 3, 6, 12],
    loud: [2],
    quiet: 'second',
    high: 16.7,
    thick: 0.72,
    rules: [1],
    frame: { left: 70, right: 1060, top: 60, bottom: 420 },
    notes: [['16,7 ms', 1063, 540, { size: 110, face: 'display', anchor: 'end' }]],
  }),
  '2026/10/kosci-planszowki-i-prawdopodobienstwo-mozaika': isometric(
    'light',
    ({ body, accent, light, second }) => [
      die([-0.6, -5.2, 0], 4, accent, body, [5, 6, 3]),
      die([-3.2, 0.4, 0], 4, second, light, [2, 1, 4]),
    ],
    { x: 618, y: 222, scale: 1.4 },
  ),
  '2026/10/kosci-planszowki-talia-mozaika': textured('dark', ({ body, accent, light, second, ink }) =>
    [-50, -25, 0, 25, 50].map((angle, position) =>
      group(
        path(boxAt(-140, -660, 280, 420, 26), [second, body, light, accent, second][position]) +
          (position === 2
            ? path('M0,-535C50,-590 110,-520 60,-460L0,-385L-60,-460C-110,-520 -50,-590 0,-535Z', body)
            : path(trace`M-40,-455L0,-525L40,-455L0,-385Z`, ink)),
        { x: 600, y: 770, angle },
      ),
    ),
  ),
  '2026/08/mp3-co-znika-z-piosenki-widmo': textured('dark', ({ body, accent, light, line, second }) => [
    ...SPECTRUM.map((level, place) => {
      const isHidden = place !== 9 && level < maskedBelow(place)
      const [x, y] = [40 + place * 35.2, 560 - level * 480]
      const struck = isHidden ? stroke(`M${x - 2},${y + 52}l28,-24`, second, 7) : ''
      return rect(x, y, 24, level * 480, isHidden ? line : place === 9 ? light : body) + struck
    }),
    stroke(
      openLine(
        range(32, (place) => place)
          .filter((place) => maskedBelow(place) > 0)
          .map((place) => [52 + place * 35.2, 560 - maskedBelow(place) * 480]),
      ),
      accent,
      12,
    ),
    letters('próg maskowania', accent, { x: 540, y: 150, size: 92 }),
  ]),
  '2026/09/pianino-jest-lekko-rozstrojone-celowo-kolo': lined('dark', {
    lines: [openLine(range(37, (point) => fifth(point / 3)))],
    loud: [openLine([fifth(0), fifth(12)])],
    solid: range(13, (place) => ringAt(...fifth(place), 15)),
    area: [ringAt(...onCircle(420, 300, 0, 0), 120)],
    notes: [
      ...FIFTHS.map((name, place) => {
        const [x, y] = onCircle(420, 300, 254 + (place > 7 ? 12 : 0), -90 + place * 30.6)
        return [name, x, y + 16, { anchor: 'middle', size: 46 }]
      }),
      ['12', 436, 362, { size: 150, face: 'display', anchor: 'middle', tone: 'ink' }],
      ['23,5', 760, 320, { size: 210, face: 'display', tone: 'accent' }],
      ['centa', 766, 410, { size: 76 }],
    ],
  }),
  '2026/06/plyta-winylowa-pol-kilometra-rowka-spirala': lined('middle', {
    lines: [ringAt(420, 300, 284), ringAt(420, 300, 108)],
    fine: [openLine(spiral({ x: 420, y: 300, from: 268, to: 126, turns: 7 }))],
    area: [ringAt(404, 286, 108)],
    solid: [ringAt(420, 300, 12)],
    loud: ['M420,16H760M760,16l-34,-18M760,16l-30,24', 'M420,474H590M590,474l-30,-22M590,474l-30,22'],
    notes: [
      ['51 cm/s', 790, 96, { size: 110, face: 'display' }],
      ['21 cm/s', 790, 500, { size: 110, face: 'display' }],
      ['33 1/3', 404, 266, { size: 68, face: 'display', anchor: 'middle' }],
    ],
    crop: { x: 600, y: 300, scale: 0.94 },
  }),
  '2026/06/plyta-winylowa-rowek-spirala': isometric(
    'light',
    ({ body, accent, second, light, line }) => [
      flat(
        [
          [-7, -4],
          [-2.4, -4],
          [-2.4, 4],
          [-7, 4],
        ],
        1,
        second,
      ),
      flat(
        [
          [2.4, -4],
          [7, -4],
          [7, 4],
          [2.4, 4],
        ],
        1,
        second,
      ),
      solidFace(
        [
          [-2.4, -4, 1],
          [0, -4, -1.6],
          [0, 4, -1.6],
          [-2.4, 4, 1],
        ],
        line,
      ),
      solidFace(
        [
          [2.4, -4, 1],
          [0, -4, -1.6],
          [0, 4, -1.6],
          [2.4, 4, 1],
        ],
        light,
      ),
      solidFace(
        [
          [-7, 4, 1],
          [-2.4, 4, 1],
          [0, 4, -1.6],
          [2.4, 4, 1],
          [7, 4, 1],
          [7, 4, -3.4],
          [-7, 4, -3.4],
        ],
        body,
      ),
      solidFace(
        [
          [7, 4, 1],
          [7, -4, 1],
          [7, -4, -3.4],
          [7, 4, -3.4],
        ],
        body,
      ),
      solidFace(
        [
          [-0.9, 1, 2.6],
          [0.9, 1, 2.6],
          [0.25, 1, -0.8],
          [-0.25, 1, -0.8],
        ],
        accent,
      ),
      cylinder([0, 1, 2.6], 0.9, 2.6, accent),
      onLeft([-3.6, 4, 1], lettering('L', light, { x: 1, y: 2.4, size: 1.5, anchor: 'middle' })),
      onLeft([1.6, 4, 1], lettering('P', light, { x: 1, y: 2.4, size: 1.5, anchor: 'middle' })),
    ],
    { x: 600, y: 300, scale: 1.1 },
  ),
  '2026/06/proporcje-obrazu-od-kwadratu-do-panoramy-ramki': textured('light', ({ body, accent, second, line }) => [
    ...[1.33, 1.66, 1.78, 1.85, 2.39].map((ratio, place) => {
      const [w, h] = [Math.sqrt(300000 * ratio), Math.sqrt(300000 / ratio)]
      const colour = [second, line, line, line, accent][place]
      return stroke(boxAt(490 - w / 2, 300 - h / 2, w, h), colour, place % 4 ? 6 : 14)
    }),
    ...['1,33', '1,66', '1,78', '1,85', '2,39'].map((text, place) =>
      letters(text, [second, body, body, body, accent][place], {
        x: 1130,
        y: 126 + place * 104,
        size: place % 4 ? 72 : 100,
        anchor: 'end',
      }),
    ),
  ]),
  '2026/06/proporcje-obrazu-panorama-ramki': textured('light', (colours) => [
    ...prairie(colours, { x: 330, y: 486, scale: 1.1, sun: [880, 230] }),
    rect(0, 0, 1200, 50, '#000000'),
    rect(0, 550, 1200, 50, '#000000'),
  ]),
  '2026/06/proporcje-obrazu-portret-ramki': textured('light', (colours) => [
    ...prairie(colours, { x: 600, y: 480, scale: 1.7, sun: [820, 130] }),
    rect(0, 0, 189, 600, '#000000'),
    rect(1011, 0, 189, 600, '#000000'),
  ]),
  '2026/07/skad-sie-wzielo-44100-probek-iloczyn': typographic('dark', {
    lines: [
      { text: '245 × 60 × 3', size: 140, x: 60, y: 134 },
      { text: '44 100', size: 400, x: 54, y: 446, tone: 'accent' },
      { text: '294 × 50 × 3', size: 110, x: 60, y: 562, tone: 'second' },
    ],
    under: ({ field }) => range(28, (row) => rect(-60, row * 24 - 30, 1320, 8, field)).join(''),
  }),
  '2026/07/tasma-imax-osiemnascie-kilometrow-klatka': textured('middle', (colours) => [
    filmFrame(92, 450, { size: [22, 16], holes: 4 }, colours),
    filmFrame(332, 450, { size: [48.5, 22], holes: 5 }, colours),
    filmFrame(708, 450, { size: [70.4, 52.6], holes: 15, isAcross: true }, colours),
    ...[
      ['351', 158, 'light'],
      ['1072', 478, 'light'],
      ['3703 mm²', 919, 'accent'],
    ].map(([text, x, tone]) => letters(text, colours[tone], { x, y: 574, size: 84, anchor: 'middle' })),
  ]),
  '2026/09/elo-dwiescie-punktow-roznicy-krzywa': curves('light', {
    series: [range(41, (step) => 100 / (1 + 10 ** (-(step * 20 - 400) / 400)))],
    low: 0,
    high: 104,
    marks: [20, 30, 40],
    frame: { left: 60, right: 1100, top: 70, bottom: 540 },
    notes: [
      ['50%', 560, 270, { size: 92, face: 'display', anchor: 'end' }],
      ['76%', 812, 160, { size: 110, face: 'display', anchor: 'end', tone: 'accent' }],
      ['200', 840, 500, { size: 92, face: 'display', anchor: 'middle' }],
    ],
    over: ({ body }) => group(path(KNIGHT, body), { x: 170, y: 350, scale: 1 }),
  }),
  '2026/10/jedna-linia-quake-i-stala-0x5f3759df-liczba': typographic('dark', {
    lines: [{ text: '0x5f3759df', fit: 1080, x: 60, y: 350 }],
    under: ({ accent, body, second, line }) =>
      range(32, (bit) => {
        const isSet = (0x5f3759df >>> (31 - bit)) & 1
        const colour = bit === 0 ? accent : bit < 9 ? body : second
        return rect(60 + bit * 33.75 + (bit > 0 ? 4 : 0) + (bit > 8 ? 4 : 0), 440, 26, 74, isSet ? colour : line)
      }).join('') +
      rect(98, 536, 266, 8, body) +
      rect(372, 536, 766, 8, second) +
      rect(60, 536, 26, 8, accent),
  }),
  '2026/10/ostatni-rzad-slyszy-klatke-pozniej-sala': isometric(
    'dark',
    ({ accent, body, second, light, field, line }) => [
      tile(-7, -4, 14.4, 8, field),
      box([-6.8, -3.6, 0], [0.2, 7.2, 3.6], light),
      ...range(5, (row) =>
        [
          box([-3 + row * 2, -3.6, 0], [1.9, 7.2, 0.3 + row * 0.42], line),
          ...range(7, (seat) => {
            const [x, y, z] = [-2.4 + row * 2, -3.4 + seat, 0.3 + row * 0.42]
            const colour = row === 4 ? accent : body
            return (
              box([x, y, z], [0.8, 0.8, 0.4], colour) +
              box([x + 0.8, y, z], [0.22, 0.8, 1.1], row === 4 ? accent : second)
            )
          }),
        ].join(''),
      ),
      note('15 ms', [-4.6, 4, 0], light, { size: 62, dx: -90, dy: 76, anchor: 'middle', face: 'display' }),
      note('44 ms', [0, 4, 0], light, { size: 62, dx: -70, dy: 76, anchor: 'middle', face: 'display' }),
      note('87 ms', [6, 4, 0], accent, { size: 76, dx: -120, dy: 60, anchor: 'middle', face: 'display' }),
    ],
    { x: 590, y: 296, scale: 1.02 },
  ),
  '2026/11/dobble-piecdziesiat-siedem-kart-plaszczyzna': lined('light', {
    lines: [
      'M380,70L640,510H120Z',
      'M380,70V510M120,510L510,290M640,510L250,290',
      ringAt(380, 363, 147),
      ringAt(920, 310, 210),
    ],
    area: [ringAt(380, 70, 34), ringAt(250, 290, 34), ringAt(120, 510, 34), ringAt(920, 310, 210)],
    solid: [
      ...[
        [380, 70],
        [120, 510],
        [640, 510],
        [250, 290],
        [510, 290],
        [380, 510],
        [380, 363],
      ].map(([x, y]) => ringAt(x, y, 20)),
      closedLine(starPolygon(5, 74, 32).map(([x, y]) => [x + 860, y + 220])),
      'M880,440C880,360 960,350 1040,340C1040,420 1000,470 900,440L870,470Z',
      'M1010,150a38,38 0 1 0 0.1,0ZM1010,174a14,14 0 1 1 -0.1,0Z',
      'M1002,222h16V330h-16ZM1018,286h26v16h-26ZM1018,314h34v16h-34Z',
    ],
  }),
  '2026/11/lektor-dubbing-napisy-trzy-rachunki-dymki': lined('middle', {
    lines: [
      'M140,640C140,560 130,520 110,470C60,340 110,140 290,130C430,124 470,220 462,300L500,370L462,390V440C462,480 430,490 380,482V640',
      'M390,300h40',
      'M462,424H410',
      boxAt(600, 232, 400, 124, 24),
      'M600,296L530,330L602,334',
    ],
    area: [boxAt(584, 36, 470, 130, 24), 'M590,140L504,226L660,150Z'],
    fine: [boxAt(600, 416, 390, 124, 24), 'M600,478L540,452L604,440'],
    notes: [
      ['dubbing 150', 632, 140, { size: 84, face: 'display', tone: 'ink' }],
      ['lektor 110', 632, 320, { size: 84, face: 'display' }],
      ['napisy 100', 632, 504, { size: 84, face: 'display' }],
    ],
  }),
  '2026/11/tetris-szachownica-klocki': textured(
    'light',
    ({ body, accent, second, line }) => [
      ...range(28, (cell) => {
        const [x, y] = [cell % 7, Math.floor(cell / 7)]
        return rect(70 + x * 106, 88 + y * 106, 106, 106, (x + y) % 2 ? line : body)
      }),
      ...[
        [1, 1],
        [2, 1],
        [3, 1],
        [2, 2],
      ].map(
        ([x, y]) =>
          rect(76 + x * 106, 94 + y * 106, 94, 94, accent, 10) +
          circle(123 + x * 106, 141 + y * 106, 24, (x + y) % 2 ? line : body),
      ),
      letters('3 + 1', second, { x: 1140, y: 366, size: 170, anchor: 'end' }),
    ],
    { scale: 0.94 },
  ),
  '2026/11/tetris-worek-z-siedmioma-klockami-klocki': isometric(
    'dark',
    ({ accent, body, second, light, line, ink }) => [
      `<path d="M330,20C250,40 200,110 190,190C170,330 240,400 330,404C420,400 490,330 470,190C460,110 410,40 330,20ZM280,30L262,-14H398L380,30Z" fill="${line}"/>`,
      `<path d="M262,46Q330,78 398,46" fill="none" stroke="${accent}" stroke-width="16" stroke-linecap="round"/>`,
      ...TETROMINOES.flatMap(({ name, cells, at: [x, y], tone }) => {
        const colour = { accent, light, body, second }[tone]
        const [u, v] = cells[2]
        return [
          ...cells.map(([column, row]) => box([x + column, y + row, 0], [0.96, 0.96, 0.9], colour)),
          onTop([x + u, y + v, 0.9], lettering(name, ink, { x: 0.48, y: 0.76, size: 0.8, anchor: 'middle' })),
        ]
      }),
    ],
    { x: 600, y: 258, scale: 1.05 },
  ),
  '2026/11/pomin-czolowke-czterdziesci-piec-sekund-rachunek': typographic('dark', {
    lines: [
      { text: '45 s', size: 380, x: 70, y: 330 },
      { text: '× 136 000 000', fit: 1060, x: 70, y: 530, tone: 'accent' },
    ],
  }),
}
