import { onCircle, openLine, range, trace } from '../geometry.mjs'
import {
  box,
  cylinder,
  flat,
  house,
  isometric,
  laptop,
  lettering,
  note,
  onLeft,
  onRight,
  plate,
  prism,
  tile,
} from '../languages/isometric.mjs'
import { boxAt, lined, ovalAt, ringAt, rowsAt } from '../languages/lined.mjs'
import { curves } from '../languages/plotted.mjs'
import { engraved, inked, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { letters } from '../lettering.mjs'
import { rect, ring, stroke } from '../shapes.mjs'

/** A part of the day on a dial of 24 hours; degrees from six o'clock in the morning on. */
const dutyArc = (radius, from, to) => {
  const [start, end] = [onCircle(420, 300, radius, from), onCircle(420, 300, radius, to)]
  return trace`M${start[0]},${start[1]}A${radius},${radius} 0 0 1 ${end[0]},${end[1]}`
}

const COLUMNS = [330, 470, 610, 750]

export const bizblog = {
  '2026/04/koszyk-gus-i-wskaznik-inflacji-mozaika': lined('light', {
    lines: [
      'M230,300H970L900,540H300Z',
      'M230,300a14,14 0 0 1 0,-34H970a14,14 0 0 1 0,34',
      'M330,266V120a22,22 0 0 1 22,-22h66a22,22 0 0 1 22,22V266',
      'M330,160H440',
      'M500,266V150l40,-46h70l40,46V266M500,150H650',
      'M710,266C690,180 730,120 790,150C850,120 890,190 860,266M790,150C786,110 804,84 830,76',
      'M400,340V500M500,340V500M600,340V500M700,340V500M800,340V500',
    ],
    area: ['M710,266C690,180 730,120 790,150C850,120 890,190 860,266Z', 'M230,300H970L900,540H300Z'],
    tone: 'accent',
  }),
  '2026/11/prog-rentownosci-malej-kawiarni-miasto': isometric(
    'dark',
    ({ accent, body, second, light, field, line }) => [
      tile(-5, -4, 11, 8.6, field),
      box([-3.6, -3.2, 0], [7, 4.4, 4], body),
      onLeft([-3.6, 1.2, 4], plate(0.6, 1.7, 3.6, 2, line, 0.06) + plate(4.9, 1.5, 1.4, 2.5, second, 0.06)),
      onRight([3.4, 1.2, 4], plate(0.7, 1.5, 3, 1.6, line, 0.06)),
      ...range(7, (stripe) =>
        flat(
          [
            [-3.6 + stripe, 1.2],
            [-2.6 + stripe, 1.2],
            [-2.6 + stripe, 2.6],
            [-3.6 + stripe, 2.6],
          ],
          2.7,
          stripe % 2 ? light : accent,
        ),
      ),
      onLeft([-3.6, 2.6, 2.7], range(7, (stripe) => plate(stripe, 0, 1, 0.42, stripe % 2 ? light : accent)).join('')),
      cylinder([-1.2, 3.6, 0], 0.12, 1, light),
      cylinder([-1.2, 3.6, 1], 0.75, 0.14, accent),
      cylinder([1.6, 3.6, 0], 0.12, 1, light),
      cylinder([1.6, 3.6, 1], 0.75, 0.14, accent),
      cylinder([-0.3, -1.4, 4], 0.95, 0.16, light),
      cylinder([-0.3, -1.4, 4.16], 0.7, 0.95, second),
    ],
    { x: 600, y: 246, scale: 1.34 },
  ),
  '2026/02/regula-72-w-pamieci-moneta': typographic('middle', {
    lines: [
      { text: '72', size: 640, x: 40, y: 520 },
      { text: '÷ 6', size: 230, x: 690, y: 266 },
      { text: '= 12', size: 230, x: 690, y: 500, tone: 'accent' },
    ],
  }),
  '2026/07/skad-bank-ma-pieniadze-na-kredyt-ksiega': textured('light', ({ body, accent, ground }) => [
    inked('M250,210L600,60L950,210Z', body),
    ...COLUMNS.map((x) =>
      engraved(boxAt(x, 240, 120, 240), body, {
        gap: 22,
        angle: 90,
        tone: (_x, y) => 0.85 - ((y + 1500 - (x - 600)) % 120) / 190,
      }),
    ),
    inked('M290,210H910V240H290Z', body),
    inked('M270,480H930V512H270ZM230,512H970V548H230Z', body),
    inked(ringAt(600, 152, 40), accent),
    letters('+', ground, { x: 600, y: 178, size: 78, face: 'wide', anchor: 'middle' }),
  ]),
  '2026/07/skad-bank-ma-pieniadze-rozliczenia-siec': lined('dark', {
    lines: [
      ovalAt(250, 300, 120, 120),
      ovalAt(950, 300, 120, 120),
      'M372,250C480,170 720,170 826,240',
      'M826,240l-50,-8M826,240l-14,-48',
      'M828,360C720,440 480,440 374,356',
      'M374,356l50,10M374,356l12,48',
      boxAt(535, 240, 130, 120, 12),
    ],
    area: [boxAt(535, 240, 130, 120, 12)],
    solid: [
      'M190,262L250,226L310,262ZM205,276h16v56h-16ZM242,276h16v56h-16ZM279,276h16v56h-16ZM192,344h116v18H192Z',
      'M890,262L950,226L1010,262ZM905,276h16v56h-16ZM942,276h16v56h-16ZM979,276h16v56h-16ZM892,344h116v18H892Z',
    ],
    fine: ['M560,280h80M560,304h80M560,328h44'],
    crop: { x: 600, y: 300, scale: 1.15 },
  }),
  '2026/09/wpis-w-krs-czytany-po-kolei-dokument': isometric(
    'light',
    ({ body, accent, second, field, light }) => [
      tile(-3.4, -3.2, 8, 7.4, field),
      box([-2.2, -2.4, 0], [4.4, 3.6, 6.6], body),
      ...range(6, (drawer) => {
        const level = 5 - drawer
        const open = level === 2 ? 2 : 0.12
        const z = 5.6 - level * 1.06
        return (
          box([-2, 1.2, z - 0.06], [4, open, 0.88], level === 2 ? accent : second) +
          (level === 2
            ? range(4, (sheet) => box([-1.8, 1.5 + sheet * 0.4, z + 0.4], [3.6, 0.1, 0.8], light)).join('')
            : '') +
          onLeft([-2, 1.2 + open, z + 0.82], plate(1.4, 0.2, 1.2, 0.4, light, 0.05))
        )
      }),
    ],
    { x: 610, y: 210, scale: 1.22 },
  ),
  '2026/06/kto-placi-vat-za-krzeslo-krzeslo': isometric(
    'light',
    ({ body, accent, second, ink }) => {
      const legs = (z, height, colour) =>
        [
          [-2, -2],
          [1.5, -2],
          [-2, 1.5],
          [1.5, 1.5],
        ]
          .map(([x, y]) => box([x, y, z], [0.5, 0.5, height], colour))
          .join('')
      return [
        legs(-3.4, 2.2, body),
        legs(-0.4, 0.9, second),
        box([-2, -2, 0.5], [4, 4, 0.6], second),
        box([-2, -2, 2], [0.5, 0.5, 3], accent),
        box([1.5, -2, 2], [0.5, 0.5, 3], accent),
        box([-2, -2, 3.9], [4, 0.5, 1.3], accent),
        box([-2, -2, 2.5], [4, 0.5, 0.7], accent),
        note('34,50', [-5.2, 1, 4], accent, { size: 62, anchor: 'middle', face: 'display' }),
        note('34,50', [-5.2, 1, 1.2], second, { size: 62, anchor: 'middle', face: 'display' }),
        note('23,00', [-5.2, 1, -2], body, { size: 62, anchor: 'middle', face: 'display' }),
        `<path d="M800,90h36q22,0 22,22V246q0,22 26,22q-26,0 -26,22V424q0,22 -22,22H800" fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round"/>`,
        note('92', [0, 0, 0], ink, { size: 190, dx: 312, dy: 32, face: 'display' }),
      ]
    },
    { x: 690, y: 256, scale: 1.06 },
  ),
  '2026/06/pkb-wyspy-trzema-drogami-wyspa': isometric(
    'middle',
    ({ body, accent, second, light, field, deep, line }) => [
      cylinder([0, 0, -0.7], 5.4, 0.35, line),
      cylinder([0, 0, -0.35], 4.9, 0.35, body),
      house([-3, -2.6, 0], [2.2, 2.4, 1.5], second, deep),
      box([-2.2, -2.4, 2.2], [0.5, 0.5, 1.2], deep),
      `<path d="${trace`M596,120c-26,-30 26,-50 0,-84c-22,-30 18,-44 4,-76`}" fill="none" stroke="${light}" stroke-width="16" stroke-linecap="round"/>`,
      house([0.8, -2.8, 0], [2.4, 2.2, 1.3], accent, deep),
      prism(
        [
          [-2.6, 2.2],
          [-1.4, 1.5],
          [1.6, 1.5],
          [2.2, 2.2],
          [1.6, 2.9],
          [-1.4, 2.9],
        ],
        0,
        0.7,
        deep,
      ),
      prism(
        [
          [-2.1, 2.2],
          [-1.1, 1.75],
          [1.3, 1.75],
          [1.7, 2.2],
          [1.3, 2.65],
          [-1.1, 2.65],
        ],
        0.7,
        0.02,
        accent,
      ),
      box([-0.2, 2.1, 0.7], [0.2, 0.2, 2.6], field),
      note('300', [0, 0, 0], light, { size: 84, dx: -420, dy: 10, face: 'display' }),
      note('130', [0, 0, 0], light, { size: 84, dx: 330, dy: -90, face: 'display' }),
      note('670', [0, 0, 0], accent, { size: 150, dx: 262, dy: 210, face: 'display' }),
    ],
    { x: 600, y: 282, scale: 1.18 },
  ),
  '2026/07/rrso-z-jednego-miesiaca-kalkulator': lined('light', {
    lines: [
      boxAt(130, 60, 400, 490, 34),
      boxAt(175, 110, 310, 130, 14),
      ...range(12, (key) => boxAt(178 + (key % 4) * 80, 282 + Math.floor(key / 4) * 84, 58, 56, 14)),
      boxAt(640, 120, 420, 250, 20),
      'M640,186H1060M730,96v48M970,96v48',
      ringAt(980, 450, 104),
    ],
    fine: ['M745,186V370M850,186V370M955,186V370M640,247H1060M640,308H1060', ringAt(980, 450, 84)],
    area: [boxAt(175, 110, 310, 130, 14), boxAt(730, 174, 105, 60)],
    notes: [
      ['79,6%', 466, 212, { anchor: 'end', size: 106, face: 'display' }],
      ['50 zł', 980, 472, { anchor: 'middle', size: 62, face: 'display' }],
    ],
  }),
  '2026/07/zysk-na-papierze-puste-konto-schody': curves('dark', {
    series: [
      [-5, -50, -35, -20, -5, 10],
      [15, 30, 45, 60, 75, 90],
    ],
    low: -60,
    high: 100,
    filled: true,
    marks: [1],
    frame: { left: 124, right: 1030, top: 60, bottom: 550 },
    notes: [
      ['90', 1046, 110, { size: 92, face: 'display', tone: 'second' }],
      ['−50', 266, 576, { size: 92, face: 'display', tone: 'accent', anchor: 'end' }],
      ['0', 70, 350, { size: 70, face: 'display' }],
    ],
    zero: true,
  }),
  '2026/08/doba-pracownicza-nie-konczy-sie-o-polnocy-zegar': lined('dark', {
    lines: [
      ringAt(420, 300, 240),
      dutyArc(270, 30, 150),
      trace`M420,300L${onCircle(420, 300, 176, 30)[0]},${onCircle(420, 300, 176, 30)[1]}`,
    ],
    fine: range(24, (hour) =>
      openLine([onCircle(420, 300, hour % 6 ? 214 : 196, hour * 15), onCircle(420, 300, 232, hour * 15)]),
    ),
    loud: [dutyArc(270, 2, 27)],
    area: [`${dutyArc(240, 0, 30)}L420,300Z`],
    solid: [ringAt(420, 300, 16)],
    notes: [
      ['2', 760, 330, { size: 300, face: 'display', tone: 'accent' }],
      ['nadgodziny', 760, 430, { size: 66 }],
    ],
  }),
  '2026/09/amortyzacja-komputera-miesiac-po-miesiacu-komputer': isometric(
    'light',
    ({ body, accent, second, light, ink, ground }) => [
      ...range(37, (slice) =>
        box([-3.6, -3, slice * 0.11 - 3.4], [6.6, 4.6, 0.085], slice % 12 === 11 ? body : second),
      ),
      laptop([-3.3, -2.7, 0.72], body, light, ground),
      ...range(3, (slice) => box([3.8, -3.4, slice * 0.3 - 3.4], [6.6 * 0.5, 4.6 * 0.5, 0.16], accent)),
      note('2026', [5.4, -2.2, -2.4], ink, { size: 92, dx: 70, dy: -40, anchor: 'middle', face: 'display' }),
      note('900 zł', [5.4, -2.2, -2.4], accent, { size: 66, dx: 10, dy: 156, anchor: 'middle', face: 'display' }),
    ],
    { x: 690, y: 306, scale: 0.94 },
  ),
  '2026/09/raty-rowne-czy-malejace-wykres': curves('middle', {
    series: [
      [2750, 1006],
      [2120, 2120],
    ],
    low: 600,
    high: 2900,
    filled: false,
    between: true,
    frame: { left: 60, right: 1140, top: 60, bottom: 560 },
    notes: [
      ['109. miesiąc', 470, 196, { size: 84, face: 'display' }],
      ['2120 zł', 1130, 210, { size: 62, face: 'display', anchor: 'end', tone: 'second' }],
      ['1006 zł', 1010, 544, { size: 62, face: 'display', anchor: 'end', tone: 'accent' }],
    ],
  }),
  '2026/10/czterdziesci-euro-za-spoznienie-kartka': typographic('light', {
    lines: [
      { text: '40', size: 200, x: 76, y: 470 },
      { text: '70', size: 280, x: 330, y: 470 },
      { text: '100 €', size: 290, x: 640, y: 470, tone: 'accent' },
      { text: '5000 zł', size: 58, x: 290, y: 560, anchor: 'middle', face: 'wide' },
      { text: '50 000 zł', size: 58, x: 612, y: 560, anchor: 'middle', face: 'wide' },
    ],
    under: ({ field, line }) =>
      rect(80, 50, 250, 210, field, 18) +
      rect(80, 50, 250, 62, line, 18) +
      rect(130, 30, 18, 50, line, 9) +
      rect(262, 30, 18, 50, line, 9),
  }),
  '2026/10/rachunek-ktory-sam-sie-sprawdza-numer': typographic('dark', {
    lines: [
      { text: 'mod 97 = 1', size: 150, x: 60, y: 210, tone: 'accent' },
      { text: 'PL', size: 84, x: 112, y: 420, anchor: 'middle', tone: 'ink' },
      { text: '61', size: 84, x: 226, y: 420, anchor: 'middle', tone: 'ink' },
      { text: '1090 1014', size: 84, x: 428, y: 420, anchor: 'middle', tone: 'ink' },
      { text: '0000 0712 1981 2874', size: 84, x: 872, y: 420, anchor: 'middle', tone: 'ink' },
      { text: 'kraj', size: 48, x: 112, y: 530, anchor: 'middle', face: 'wide' },
      { text: 'bank', size: 48, x: 428, y: 530, anchor: 'middle', face: 'wide' },
      { text: 'rachunek', size: 48, x: 872, y: 530, anchor: 'middle', face: 'wide' },
    ],
    under: ({ second, accent, body, light }) =>
      rect(60, 310, 104, 160, second) +
      rect(174, 310, 104, 160, accent) +
      rect(288, 310, 280, 160, body) +
      rect(578, 310, 588, 160, light),
  }),
  '2026/10/faktura-z-numerem-ksef-faktura': lined('light', {
    lines: [
      boxAt(90, 120, 250, 340, 14),
      'M460,520V150h280V520M460,230H740M410,520H790',
      boxAt(860, 120, 250, 340, 14),
      'M350,300h74l-24,-24M424,300l-24,24M766,300h74l-24,-24M840,300l-24,24',
    ],
    fine: [rowsAt(130, 180, 44, [120, 170, 170, 90]), rowsAt(900, 180, 44, [120, 170])],
    area: [boxAt(860, 120, 250, 340, 14)],
    solid: [
      'M900,300h60v60h-60ZM900,390h26v26h-26ZM940,380h40v40h-40ZM980,300h30v30h-30ZM980,346h50v22h-50ZM1000,390h30v30h-30ZM1040,300h30v60h-30ZM1040,380h30v20h-30Z',
    ],
    notes: [['KSeF', 600, 212, { anchor: 'middle', size: 62, face: 'display' }]],
    crop: { x: 605, y: 310, scale: 1.04 },
  }),
  '2026/11/slowniczek-bilansu-na-jednej-kartce-waga': isometric(
    'dark',
    ({ body, accent, second, light, field, ink }) => {
      /** Blocks of a pan, the lowest first; their height is the sum. */
      const pan = (x, y, blocks) => {
        let z = 0.5
        const stacked = blocks.map(([sum, colour]) => {
          const height = sum / 90
          const drawn =
            box([x, y, z], [2.6, 2.6, height - 0.06], colour) +
            onLeft(
              [x, y + 2.6, z + height / 2 + 0.3],
              lettering(String(sum), ink, { x: 1.3, y: 0.24, size: 0.72, anchor: 'middle' }),
            )
          z += height
          return height < 0.8 ? box([x, y, z - height], [2.6, 2.6, height - 0.06], colour) : drawn
        })
        return box([x - 0.4, y - 0.4, 0.2], [3.4, 3.4, 0.25], light) + stacked.join('')
      }
      return [
        tile(-1.6, -1.6, 3.2, 3.2, field),
        box([-0.3, -0.3, 0], [0.6, 0.6, 7.4], second),
        `<path d="M330,34H870M330,34L240,306M330,34L440,306M870,34L760,306M870,34L980,306" fill="none" stroke="${light}" stroke-width="8" stroke-linejoin="round"/>`,
        `<circle cx="600" cy="22" r="26" fill="${accent}"/>`,
        pan(-5.3, 2.5, [
          [300, body],
          [200, second],
          [40, accent],
        ]),
        pan(2.5, -5.3, [
          [220, body],
          [180, second],
          [140, accent],
        ]),
        note('540 = 540', [0, 0, 0], light, { size: 92, dy: 176, anchor: 'middle', face: 'display' }),
      ]
    },
    { x: 600, y: 238, scale: 1.06 },
  ),
  '2026/11/slowniczek-bilansu-suma-lupa': lined('light', {
    lines: ['M880,308V60H120V500H562M500,60V500M120,400H513', ringAt(700, 370, 190), 'M836,506L1010,680'],
    fine: [rowsAt(160, 130, 66, [220, 260, 180, 240]), rowsAt(540, 130, 66, [260, 70])],
    area: [ringAt(700, 370, 190)],
    notes: [['540 = 540', 700, 404, { anchor: 'middle', size: 100, face: 'display' }]],
  }),
  '2026/11/oplata-ktora-zjada-trzydziesci-lat-tort': curves('light', {
    series: [range(31, (year) => 50 * (287 / 50) ** (year / 30)), range(31, (year) => 50 * (216 / 50) ** (year / 30))],
    low: 0,
    high: 300,
    between: true,
    filled: false,
    frame: { left: 0, right: 950, top: 50, bottom: 560 },
    notes: [
      ['287', 980, 90, { size: 84, face: 'display', tone: 'accent' }],
      ['216', 980, 224, { size: 84, face: 'display', tone: 'second' }],
      ['71 tys. zł', 90, 250, { size: 130, face: 'display' }],
    ],
  }),
  '2026/11/dwie-obnizki-po-20-procent-metka': typographic('middle', {
    lines: [
      { text: '100 zł', size: 130, x: 330, y: 190, tone: 'ink' },
      { text: '80 zł', size: 190, x: 330, y: 360, tone: 'ink' },
      { text: '64', size: 440, x: 720, y: 470, tone: 'ink' },
      { text: '−36%', size: 100, x: 330, y: 500, tone: 'mark' },
    ],
    under: ({ body, accent, ground }) =>
      `<path d="M70,300L240,70H1280V530H240Z" fill="${body}"/>${ring(206, 300, 38, ground, 20)}${rect(310, 404, 232, 124, accent, 14)}`,
    over: ({ deep }) => stroke('M316,152H610', deep, 14) + stroke('M316,298H640', deep, 14),
  }),
  '2026/11/wypowiedzenie-wreczone-we-wtorek-rachunek': typographic('dark', {
    lines: [
      { text: '14 dni', size: 290, x: 110, y: 230 },
      { text: '= 18 dni', fit: 860, x: 110, y: 540, tone: 'accent' },
    ],
  }),
}
