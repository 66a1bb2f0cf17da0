import { mixed } from '../colours.mjs'
import { onCircle, openLine, range, trace } from '../geometry.mjs'
import {
  box,
  car,
  cylinder,
  flat,
  house,
  isometric,
  lettering,
  mark,
  note,
  onLeft,
  onRight,
  onTop,
  plate,
  solidFace,
  spot,
  tile,
} from '../languages/isometric.mjs'
import { boxAt, lined, ringAt } from '../languages/lined.mjs'
import { curves } from '../languages/plotted.mjs'
import { BOARD_SHAPE, dotted, drawn, inked, ruled, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { letters, texture } from '../lettering.mjs'
import { circle, group, path, rect, ring, stroke } from '../shapes.mjs'

/** Speed in the four phases of the test, a point for every half minute. */
const WLTP = [
  0, 38, 20, 46, 0, 28, 50, 10, 40, 56, 0, 44, 60, 72, 50, 76, 64, 0, 60, 82, 70, 95, 97, 60, 80, 0, 70, 110, 95, 118,
  126, 131, 128, 120, 0,
]

const tread = (x, y, radius) =>
  range(48, (block) =>
    openLine([onCircle(x, y, radius - 46, block * 7.5), onCircle(x, y, radius, block * 7.5 + 3)]),
  ).join('')

const stampedAround = (text, colour, { x, y, radius, from, step, size }) =>
  [...text]
    .map((character, position) => {
      const angle = from + position * step
      const [cx, cy] = onCircle(x, y, radius, angle)
      return group(letters(character, colour, { x: 0, y: 0, size, face: 'wide', anchor: 'middle' }), {
        x: cx,
        y: cy,
        angle: angle + 90,
      })
    })
    .join('')

/** The small Fiat from the side, on wheels of 54. */
const MALUCH = [
  'M150,440H118C104,400 110,352 150,336L262,312C300,250 352,200 420,190H690C748,200 800,250 836,318L1000,344C1052,356 1080,392 1078,440H1020',
  'M292,440H840',
  'M304,318C336,262 380,226 428,220H556V318Z',
  'M592,220H682C726,228 768,268 794,318H592Z',
  'M574,318V430M620,356h44',
]

export const autoblog = {
  '2026/09/kod-dot-ile-lat-ma-opona-samochod': textured('light', ({ body, ink, accent, second, ground, light }) => [
    circle(600, 760, 700, ink),
    stroke(tread(600, 760, 700), ground, 12),
    circle(600, 760, 640, body),
    ring(600, 760, 630, ink, 8),
    ring(600, 760, 430, ink, 8),
    stampedAround('DOT', light, { x: 600, y: 760, radius: 492, from: -117, step: 8.6, size: 104 }),
    stampedAround('3525', accent, { x: 600, y: 760, radius: 492, from: -84, step: 7.6, size: 104 }),
    circle(600, 760, 380, second),
    ring(600, 760, 380, ground, 22),
  ]),
  '2026/11/krzywa-ladowania-ac-i-dc-bateria': curves('dark', {
    series: [[120, 120, 100, 90, 80, 60, 50, 30, 12]],
    low: 0,
    high: 130,
    marks: [6],
    frame: { left: 0, right: 1200, top: 80, bottom: 600 },
    notes: [
      ['120 kW', 70, 276, { size: 84, face: 'display', tone: 'light' }],
      ['80%', 940, 330, { size: 84, face: 'display', tone: 'light' }],
    ],
  }),
  '2026/11/krzywa-ladowania-wykres': isometric(
    'middle',
    ({ accent, field, light, ink, ground }) => [
      tile(-5, -4.6, 10.4, 10, field),
      box([-4, 0.2, 0], [1.6, 1.2, 4.4], light),
      onLeft([-4, 1.4, 4.4], plate(0.25, 0.3, 1.1, 1.4, ink, 0.1) + mark('M0.9,0.45L0.6,1H0.95L0.7,1.5', accent, 0.14)),
      car([-1, -2.6, 0], accent, { glass: ink, tyre: ink }),
      onTop([-2.4, 0.8, 0.02], mark('M0,0C1,0.4 0.2,1 1.6,0.9', ink, 0.16)),
      onTop([2.6, -3.6, 0], plate(0, 0, 0.2, 8, ground)),
    ],
    { x: 590, y: 256, scale: 1.4 },
  ),
  '2026/04/kwh-na-100-km-i-koszt-wykres': typographic('light', {
    lines: [
      { text: 'kWh', size: 400, x: 60, y: 300 },
      { text: '100 km', size: 300, x: 60, y: 570, tone: 'accent' },
    ],
    over: ({ body }) => rect(60, 330, 1200, 16, body),
  }),
  '2026/07/maluch-i-syrena-w-liczbach-samochod': lined('dark', {
    lines: [...MALUCH, ringAt(220, 440, 70), ringAt(930, 440, 70), 'M40,512H1160'],
    fine: [ringAt(220, 440, 34), ringAt(930, 440, 34), 'M128,378h44M1024,380h44'],
    area: [
      'M150,440H118C104,400 110,352 150,336L262,312C300,250 352,200 420,190H690C748,200 800,250 836,318L1000,344C1052,356 1080,392 1078,440Z',
    ],
  }),
  '2026/07/maluch-i-syrena-maly-samochod': lined('middle', {
    lines: [
      'M306,440H226C216,400 216,352 236,322L296,304C312,250 334,210 364,196C440,182 540,182 604,190C648,206 684,252 708,294C790,298 880,308 936,322C964,334 976,372 970,440H894',
      'M434,440H760',
      'M314,298C326,246 346,218 380,210H500V298Z',
      'M520,210H600C632,218 664,258 684,298H520Z',
      'M510,298V440M700,298C708,350 706,400 700,440',
      ringAt(370, 448, 64),
      ringAt(828, 448, 64),
      'M120,512H1080',
    ],
    fine: [
      ringAt(370, 448, 30),
      ringAt(828, 448, 30),
      'M540,330h44M236,404H306M890,404H972M240,346h60M240,362h60M240,378h60',
      ringAt(942, 350, 16),
    ],
    area: [
      'M306,440H226C216,400 216,352 236,322L296,304C312,250 334,210 364,196C440,182 540,182 604,190C648,206 684,252 708,294C790,298 880,308 936,322C964,334 976,372 970,440Z',
    ],
  }),
  '2026/07/maluch-i-syrena-syrena-samochod': lined('middle', {
    lines: [
      'M256,446H112C98,404 102,346 138,312C190,280 250,266 304,256C352,184 420,148 520,140C586,136 640,140 674,152C718,176 758,218 788,262C884,264 984,276 1044,302C1086,322 1104,358 1100,446H1006',
      'M438,446H822',
      'M352,254C396,202 452,172 540,168V254Z',
      'M562,167C612,164 648,168 668,176C702,194 732,226 752,254H562Z',
      'M551,254V446M768,262C784,326 782,392 774,446',
      'M256,446C250,372 300,338 347,338C394,338 444,372 438,446M822,446C818,368 866,332 914,332C962,332 1010,368 1006,446',
      ringAt(347, 435, 77),
      ringAt(914, 435, 77),
      'M40,512H1160',
    ],
    fine: [
      ringAt(347, 435, 38),
      ringAt(914, 435, 38),
      'M1044,302C980,292 880,300 790,318C660,342 520,344 430,318C330,286 210,292 138,312',
      'M580,300h46M84,430H250M1010,430H1124',
      ringAt(1062, 338, 24),
      ringAt(124, 350, 12),
    ],
    area: [
      'M256,446H112C98,404 102,346 138,312C190,280 250,266 304,256C352,184 420,148 520,140C586,136 640,140 674,152C718,176 758,218 788,262C884,264 984,276 1044,302C1086,322 1104,358 1100,446Z',
    ],
  }),
  '2026/02/pompa-ciepla-w-elektryku-zima-bateria': textured('dark', ({ body, accent, light, ground }) => [
    dotted(BOARD_SHAPE, body, { gap: 75, angle: 0, tone: (x) => (x - 640) / 560 }),
    dotted(BOARD_SHAPE, accent, { gap: 75, angle: 0, tone: (x) => (560 - x) / 560 }),
    circle(600, 300, 190, light),
    stroke('M600,170V430M487,235L713,365M713,235L487,365', ground, 18),
    stroke('M600,214l-36,-34M600,214l36,-34M600,386l-36,34M600,386l36,34', ground, 14),
    inked('M600,110A190,190 0 0 1 600,490Z', body),
    stroke('M640,400C700,350 610,290 668,220', light, 18),
    stroke('M704,400C764,350 674,290 732,220', light, 18),
  ]),
  '2026/06/wltp-co-mowi-zasieg-z-katalogu-dokument': curves('light', {
    series: [WLTP],
    low: 0,
    high: 140,
    frame: { left: 0, right: 1200, top: 110, bottom: 600 },
    notes: [['131,3 km/h', 90, 170, { size: 96, face: 'display' }]],
  }),
  '2026/06/droga-hamowania-rosnie-z-kwadratem-droga': isometric(
    'light',
    ({ accent, body, second, ink, light }) => [
      box([-9, -3.6, -0.3], [19, 6.6, 0.3], second),
      flat(
        [
          [-9, -0.42],
          [10, -0.42],
          [10, -0.22],
          [-9, -0.22],
        ],
        0,
        light,
      ),
      ...range(14, (tick) =>
        flat(
          [
            [-8.6 + tick * 1.3, 2.5],
            [-8.5 + tick * 1.3, 2.5],
            [-8.5 + tick * 1.3, 3],
            [-8.6 + tick * 1.3, 3],
          ],
          0,
          light,
        ),
      ),
      flat(
        [
          [3.6, -3.6],
          [4, -3.6],
          [4, 3],
          [3.6, 3],
        ],
        0,
        accent,
      ),
      car([-3.6, -3.2, 0], body, { glass: ink, tyre: ink, along: 'x' }),
      car([-0.9, 0.2, 0], accent, { glass: ink, tyre: ink, along: 'x' }),
      note('0 km/h', [0, 0, 0], body, { size: 96, dx: 120, dy: -120, face: 'display' }),
      note('41 km/h', [1, 6, 0], accent, { size: 120, dx: -190, dy: 30, face: 'display' }),
    ],
    { x: 600, y: 310, scale: 1.18 },
  ),
  '2026/06/moc-i-moment-jednym-wzorem-klucz': lined('dark', {
    lines: [
      'M330,150l60,34v68l-60,34l-60,-34v-68Z',
      'M436,170H760a40,40 0 0 1 0,80H436a120,120 0 0 1 -212,0l52,-30M224,170a120,120 0 0 1 212,0',
      'M740,300V410M740,410l-26,-34M740,410l26,-34',
      ringAt(1010, 210, 150),
      'M1010,210L1090,122',
    ],
    fine: [
      'M330,60H740M330,40v40M740,40v40',
      ...range(9, (tick) =>
        openLine([onCircle(1010, 210, 118, 150 + tick * 30), onCircle(1010, 210, 140, 150 + tick * 30)]),
      ),
    ],
    area: ['M330,150l60,34v68l-60,34l-60,-34v-68Z'],
    solid: [ringAt(1010, 210, 14)],
    notes: [
      ['1 m', 535, 118, { anchor: 'middle', size: 60 }],
      ['150 N', 790, 400, { size: 60 }],
      ['4000', 1010, 310, { anchor: 'middle', size: 60, face: 'display' }],
      ['P = M × n : 9550', 70, 540, { size: 130, face: 'display', tone: 'accent' }],
    ],
  }),
  '2026/07/rekuperacja-ile-naprawde-wraca-petla': textured('dark', ({ accent, body, light, second, field }) => [
    path('M110,180H400V380H110Z', body),
    path('M400,180H620V360H400Z', mixed(body, field, 0.12)),
    path('M620,180H860V342H620Z', mixed(body, field, 0.24)),
    path('M860,180H1000L1090,246L1000,312H860Z', accent),
    path('M400,360V380C400,430 390,470 360,520H380C420,470 430,420 430,360Z', second),
    path('M620,342V360C620,420 610,470 580,520H600C640,470 650,410 650,342Z', second),
    path('M860,312V342C860,420 850,470 816,520H846C890,470 900,400 900,312Z', second),
    ...[
      ['100', 250, 146, light],
      ['90', 510, 146, light],
      ['81', 740, 146, light],
      ['66', 950, 146, accent],
    ].map(([text, x, y, colour]) => letters(text, colour, { x, y, size: 110, anchor: 'middle' })),
  ]),
  '2026/07/rekuperacja-ile-naprawde-wraca-gory': textured('light', ({ body, second, accent, ink, line, light }) => [
    circle(950, 150, 80, accent),
    inked('M0,330L180,150L330,290L500,90L700,330L860,220L1200,420V600H0Z', line),
    ruled('M0,330L180,150L330,290L500,90L700,330L860,220L1200,420V600H0Z', light, { gap: 26, weight: 6, angle: 60 }),
    inked('M0,420L260,270L520,470L760,330L1200,520V600H0Z', second),
    ruled('M0,420L260,270L520,470L760,330L1200,520V600H0Z', line, { gap: 24, weight: 5, angle: -50 }),
    inked('M0,520C260,420 520,560 760,470C960,420 1100,520 1200,500V600H0Z', body),
    drawn(
      'M500,96C560,180 430,190 470,250C510,300 640,280 600,340C560,390 420,380 450,440C490,500 760,470 1000,560',
      ink,
      18,
    ),
    drawn(
      'M500,96C560,180 430,190 470,250C510,300 640,280 600,340C560,390 420,380 450,440C490,500 760,470 1000,560',
      light,
      4,
    ),
    letters('+500 m', ink, { x: 540, y: 104, size: 84 }),
    letters('+2 kWh', light, { x: 70, y: 570, size: 96 }),
  ]),
  '2026/07/hybryda-slowniczek-czterech-odmian-schemat': lined('light', {
    lines: [0, 1, 2, 3].flatMap((place) => {
      const x = 90 + place * 270
      return [
        `M${x},170C${x},80 ${x + 210},80 ${x + 210},170V390C${x + 210},440 ${x},440 ${x},390Z`,
        `M${x + 22},190C${x + 60},170 ${x + 150},170 ${x + 188},190M${x + 22},400C${x + 70},414 ${x + 140},414 ${x + 188},400`,
      ]
    }),
    area: [0, 1, 2, 3].map((place) => {
      const [width, height] = [
        [50, 30],
        [80, 50],
        [140, 120],
        [150, 150],
      ][place]
      return boxAt(90 + place * 270 + 105 - width / 2 - 16, 386 - height - 14, width, height, 8)
    }),
    fine: [0, 1, 2, 3].map((place) => boxAt(90 + place * 270 + 62, 108, 86, 46, 8)),
    notes: ['0,5', '1,5', '15', '20'].map((text, place) => [
      text,
      195 + place * 270,
      540,
      { anchor: 'middle', size: 104, face: 'display' },
    ]),
  }),
  '2026/07/oktany-e10-co-jest-w-dystrybutorze-dystrybutor': isometric(
    'middle',
    ({ accent, body, light, ink, deep, field, second }) => [
      tile(-5, -3.6, 10.6, 8, field),
      box([-3.4, -2, 0], [5.4, 2.4, 6.4], body),
      onLeft(
        [-3.4, 0.4, 6.4],
        plate(0.5, 0.5, 4.4, 1.5, ink, 0.12) +
          spot(1.1, 3.3, 0.66, accent) +
          lettering('E5', ink, { x: 1.1, y: 3.56, size: 0.66, anchor: 'middle' }) +
          spot(2.7, 3.3, 0.66, accent) +
          lettering('E10', ink, { x: 2.7, y: 3.53, size: 0.54, anchor: 'middle' }) +
          plate(3.7, 2.66, 1.28, 1.28, ink) +
          lettering('B7', light, { x: 4.34, y: 3.54, size: 0.62, anchor: 'middle' }) +
          range(3, (hose) => mark(`M${1.1 + hose * 1.6},4.6v1.2q0,0.5 -0.5,0.5h-0.2`, deep, 0.26)).join(''),
      ),
      cylinder([4.2, -1.8, 0], 0.62, 1.6, second),
      cylinder([4.2, -1.8, 1.6], 0.62, 0.5, light),
      cylinder([3.4, 3.2, 0], 0.62, 1.9, accent),
      cylinder([3.4, 3.2, 1.9], 0.62, 0.2, light),
      note('0', [4.2, -1.8, 0], light, { size: 84, dx: 44, dy: 14, face: 'display' }),
      note('100', [3.4, 3.2, 0], light, { size: 84, dx: 50, dy: 16, face: 'display' }),
    ],
    { x: 630, y: 236, scale: 1.16 },
  ),
  '2026/08/opor-powietrza-przy-140-oplyw': lined('middle', {
    lines: [
      ...MALUCH,
      ringAt(220, 440, 70),
      ringAt(930, 440, 70),
      'M1120,370H1270M1270,370l-30,-24M1270,370l-30,24',
      'M590,560H720M720,560l-28,-22M720,560l-28,22',
    ],
    fine: [
      'M-40,120C200,120 320,110 560,110C820,110 900,200 1090,236C1160,250 1180,220 1150,206',
      'M-40,170C180,170 280,150 420,146H700C840,160 880,250 1040,292C1120,310 1150,286 1124,266',
      'M-40,230C120,230 200,240 270,220',
      'M-40,290C60,290 100,300 140,300',
      'M-40,70C300,70 500,62 700,70C900,80 1000,150 1260,170',
    ],
    area: [
      'M150,440H118C104,400 110,352 150,336L262,312C300,250 352,200 420,190H690C748,200 800,250 836,318L1000,344C1052,356 1080,392 1078,440Z',
    ],
    notes: [
      ['559 N', 1098, 470, { size: 96, face: 'display' }],
      ['177 N', 470, 590, { size: 96, face: 'display', anchor: 'middle' }],
    ],
    crop: { x: 670, y: 320, scale: 0.87 },
  }),
  '2026/09/trzy-auta-z-zerania-sylwetki': lined('light', {
    lines: [
      'M40,330C40,290 60,262 110,256C140,190 190,170 240,172C300,176 330,220 350,256C390,262 400,300 396,330Z',
      ringAt(116, 336, 34),
      ringAt(322, 336, 34),
      'M440,330V268L540,256L580,180H704L746,254L790,262V330Z',
      ringAt(516, 336, 34),
      ringAt(718, 336, 34),
      'M826,330V290L960,262L1010,196H1090L1170,240V330Z',
      ringAt(900, 336, 34),
      ringAt(1104, 336, 34),
      'M40,440H1160',
    ],
    fine: ['M136,256H330M240,180V256', 'M556,256H736M642,186V256', 'M972,262H1160M1060,202V262'],
    loud: ['M60,440H480', 'M500,480H840', 'M740,520H1130'],
    area: ['M826,330V290L960,262L1010,196H1090L1170,240V330Z'],
    notes: [
      ['1951', 40, 560, { size: 84, face: 'display' }],
      ['2002', 1160, 110, { size: 84, face: 'display', anchor: 'end' }],
    ],
    crop: { x: 600, y: 330, scale: 0.9 },
  }),
  '2026/09/trzy-auta-z-zerania-nadwozie': isometric(
    'dark',
    ({ accent, body, second, light, ink, field }) => [
      tile(-4.4, -4.6, 9, 9.6, field),
      box([-1.6, -3.4, 0.35], [3.4, 7, 1.3], body),
      box([-1.3, -2, 1.65], [2.8, 3.4, 1.1], second),
      onRight([1.5, 1.4, 2.75], plate(0.2, 0.18, 1.4, 0.7, ink, 0.08) + plate(1.8, 0.18, 1.4, 0.7, ink, 0.08)),
      flat(
        [
          [-1.3, 1.4],
          [1.5, 1.4],
          [1.5, 3.5],
          [-1.3, 3.5],
        ],
        1.66,
        ink,
      ),
      solidFace(
        [
          [-1.3, 1.4, 2.75],
          [1.5, 1.4, 2.75],
          [1.5, 2.6, 4.9],
          [-1.3, 2.6, 4.9],
        ],
        accent,
      ),
      solidFace(
        [
          [-0.9, 1.75, 3.1],
          [1.1, 1.75, 3.1],
          [1.1, 2.5, 4.5],
          [-0.9, 2.5, 4.5],
        ],
        light,
      ),
      onRight(
        [1.8, 3.6, 0.95],
        spot(1.3, 0.1, 0.62, ink) +
          spot(1.3, 0.1, 0.26, light) +
          spot(5.5, 0.1, 0.62, ink) +
          spot(5.5, 0.1, 0.26, light),
      ),
      onLeft(
        [-1.6, 3.6, 1.65],
        plate(0.15, 0.3, 0.6, 0.34, accent, 0.05) +
          plate(2.65, 0.3, 0.6, 0.34, accent, 0.05) +
          plate(1.1, 0.4, 1.2, 0.34, light, 0.05),
      ),
    ],
    { x: 600, y: 280, scale: 1.55 },
  ),
  '2026/09/trzy-auta-z-zerania-most': lined('middle', {
    lines: [
      'M170,270H470M170,330H470M730,270H1030M730,330H1030',
      ringAt(600, 300, 132),
      ringAt(600, 300, 58),
      boxAt(90, 150, 80, 300, 26),
      boxAt(1030, 150, 80, 300, 26),
      'M572,430L580,640M628,430L620,640',
      'M240,400C300,350 380,350 440,400M260,432C310,392 370,392 420,432M290,462C320,436 360,436 390,462',
      'M760,400C820,350 900,350 960,400M780,432C830,392 890,392 940,432M810,462C840,436 880,436 910,462',
    ],
    fine: [...range(8, (bolt) => ringAt(...onCircle(600, 300, 98, bolt * 45), 9)), 'M340,330V352M860,330V352'],
    area: [ringAt(600, 300, 132)],
    crop: { x: 600, y: 310, scale: 1.06 },
  }),
  '2026/09/masa-ktora-kosztuje-w-miescie-odwaznik': textured('dark', ({ accent, body, second, light, ink }) => [
    ...[
      ['0,81', 0.81, body],
      ['0,46', 0.46, second],
      ['0,27', 0.27, accent],
    ].flatMap(([text, value, colour], place) => [
      rect(560 + place * 200, 530 - value * 470, 150, value * 470, colour),
      letters(text, light, { x: 635 + place * 200, y: 506 - value * 470, size: 92, anchor: 'middle' }),
    ]),
    rect(60, 528, 1080, 6, light),
    inked('M150,528L200,260H380L430,528Z', second),
    ring(290, 216, 44, second, 24),
    letters('100 kg', ink, { x: 290, y: 440, size: 84, anchor: 'middle' }),
  ]),
  '2026/10/vin-siedemnascie-znakow-tabliczka': typographic('middle', {
    lines: [
      { text: '1M8', size: 120, x: 176, y: 322, anchor: 'middle', tone: 'ink' },
      { text: 'GDM9A', size: 120, x: 446, y: 322, anchor: 'middle', tone: 'ink' },
      { text: 'X', size: 120, x: 666, y: 322, anchor: 'middle', tone: 'ink' },
      { text: 'KP042788', size: 120, x: 936, y: 322, anchor: 'middle', tone: 'ink' },
      { text: '351 mod 11 = 10', size: 92, x: 90, y: 520, tone: 'accent' },
    ],
    under: ({ body, accent, ground, second }) =>
      rect(50, 70, 1100, 370, body, 28) +
      circle(84, 104, 12, ground) +
      circle(1116, 104, 12, ground) +
      circle(84, 406, 12, ground) +
      circle(1116, 406, 12, ground) +
      rect(610, 196, 112, 168, accent, 12) +
      rect(292, 150, 5, 250, second) +
      rect(736, 150, 5, 250, second) +
      stroke('M666,376V430', ground, 10),
  }),
  '2026/10/ladowarka-w-garazu-ile-kilowatow-dom': isometric(
    'light',
    ({ accent, body, second, ink, field, light }) => [
      tile(-6.4, -3.6, 11, 8, field),
      house([-5.4, -2.6, 0], [4.2, 5, 3], light, body),
      onLeft([-5.4, 2.4, 3], plate(0.7, 1.2, 1.1, 1.1, second) + plate(2.5, 0.9, 1.1, 2.1, body)),
      box([-1, -2.6, 0], [4.4, 5, 0.1], second),
      box([-1, -2.6, 0.1], [4.4, 0.2, 2.7], light),
      car([0.2, -2, 0.1], accent, { glass: ink, tyre: ink }),
      box([3.2, -2.6, 0.1], [0.2, 2, 2.7], light),
      rect(1010, 224, 90, 286, accent),
      rect(1010, 150, 90, 66, body),
      rect(1010, 114, 90, 28, second),
      rect(970, 180, 170, 8, ink),
      letters('11', light, { x: 1055, y: 400, size: 84, anchor: 'middle' }),
      letters('12,5 kW', ink, { x: 1150, y: 84, size: 72, anchor: 'end' }),
    ],
    { x: 650, y: 286, scale: 1.04 },
  ),
  '2026/11/akumulator-12-v-i-dlugi-postoj-bateria': lined('dark', {
    lines: [
      boxAt(120, 200, 480, 320, 20),
      'M120,270H600M190,200V150h70v50M460,200V150h70v50',
      ringAt(360, 400, 96),
      'M225,150C225,60 360,60 360,300M495,150C495,40 420,60 380,300',
    ],
    fine: ['M820,120V520M1000,120V520M820,170H1000M820,270H1000M820,370H1000M820,470H1000'],
    area: [ringAt(360, 400, 96), boxAt(804, 256, 196, 214)],
    notes: [
      ['12,4', 360, 426, { anchor: 'middle', size: 84, face: 'display' }],
      ['12,7', 1030, 190, { size: 62, face: 'display' }],
      ['12,4', 1030, 290, { size: 62, face: 'display', tone: 'accent' }],
      ['12,2', 1030, 390, { size: 62, face: 'display' }],
      ['12,0', 1030, 490, { size: 62, face: 'display' }],
      ['+', 225, 260, { anchor: 'middle', size: 62 }],
      ['−', 495, 260, { anchor: 'middle', size: 62 }],
    ],
  }),
  '2026/11/akumulator-12-v-nozyce-wykres': curves('middle', {
    series: [
      [95, 88, 78, 66, 50, 36],
      [18, 22, 28, 38, 50, 70],
    ],
    low: 0,
    high: 105,
    filled: false,
    marks: [4],
    frame: { left: 0, right: 1200, top: 70, bottom: 540 },
    notes: [
      ['−20°C', 960, 190, { anchor: 'middle', size: 120, face: 'display' }],
      ['może oddać', 70, 282, { size: 62, tone: 'accent' }],
      ['potrzebuje', 70, 400, { size: 62, tone: 'second' }],
    ],
  }),
  '2026/11/cisnienie-w-oponach-a-mroz-manometr': lined('light', {
    lines: [ringAt(420, 320, 250), 'M420,320L458,120', 'M1010,370V110a44,44 0 0 0 -88,0V370a88,88 0 1 0 88,0Z'],
    loud: ['M420,320L406,130'],
    fine: [
      ...range(17, (tick) =>
        openLine([onCircle(420, 320, tick % 4 ? 222 : 204, 150 + tick * 15), onCircle(420, 320, 236, 150 + tick * 15)]),
      ),
      'M1034,150h44M1034,220h44M1034,290h44',
    ],
    area: ['M990,280H910V350a88,88 0 1 0 80,0Z'],
    solid: [ringAt(420, 320, 20)],
    notes: [
      ['2,30', 500, 430, { size: 92, face: 'display' }],
      ['2,02', 340, 430, { size: 92, face: 'display', anchor: 'end', tone: 'accent' }],
      ['20°', 1086, 176, { size: 62, face: 'display' }],
      ['−5°', 1086, 310, { size: 62, face: 'display' }],
    ],
    crop: { x: 620, y: 316, scale: 0.98 },
  }),
  '2026/11/euro-7-mierzy-takze-hamulce-tarcza': textured(
    'dark',
    ({ accent, body, second, light, line, field }, dice) => [
      texture('7', field, { x: 830, y: 600, size: 800 }),
      circle(330, 330, 330, second),
      ruled(ringAt(330, 330, 330), line, { gap: 22, weight: 5, angle: 20 }),
      circle(330, 330, 130, field),
      ring(330, 330, 130, light, 12),
      ...range(18, (hole) => circle(...onCircle(330, 330, hole % 2 ? 215 : 270, hole * 20), 14, field)),
      inked('M560,60C660,140 710,250 690,370L560,340C570,270 540,190 480,140Z', body),
      drawn(range(120, () => trace`M${dice.between(560, 1150)},${dice.between(390, 590)}h0`).join(''), accent, 7),
      letters('7 mg/km', light, { x: 760, y: 170, size: 104 }),
      letters('3 mg/km', accent, { x: 760, y: 290, size: 104 }),
    ],
  ),
  '2026/08/badanie-techniczne-trzy-dwa-jeden-terminy': typographic('light', {
    lines: [
      { text: '3', size: 500, x: 130, y: 420 },
      { text: '2', size: 500, x: 520, y: 420 },
      { text: '1', size: 500, x: 910, y: 420, tone: 'accent' },
      { text: 'lata', size: 90, x: 136, y: 540, face: 'wide' },
      { text: 'lata', size: 90, x: 526, y: 540, face: 'wide' },
      { text: 'rok', size: 90, x: 906, y: 540, face: 'wide' },
    ],
  }),
}
