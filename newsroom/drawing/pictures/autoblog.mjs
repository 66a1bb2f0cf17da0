import { onCircle, openLine, range } from '../geometry.mjs'
import { box, car, isometric, mark, onLeft, onTop, plate, tile } from '../languages/isometric.mjs'
import { lined, ringAt } from '../languages/lined.mjs'
import { curves } from '../languages/plotted.mjs'
import { BOARD_SHAPE, dotted, inked, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { letters } from '../lettering.mjs'
import { circle, group, rect, ring, stroke } from '../shapes.mjs'

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
      ['120 kW', 60, 276, { size: 84, face: 'display', tone: 'light' }],
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
}
