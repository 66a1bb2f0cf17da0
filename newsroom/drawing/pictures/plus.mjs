import { onCircle, openLine, range } from '../geometry.mjs'
import { box, isometric, onLeft, onRight, onTop, plate, spot, tile } from '../languages/isometric.mjs'
import { boxAt, lined, ovalAt, ringAt, rowsAt } from '../languages/lined.mjs'
import { bars, lanes } from '../languages/plotted.mjs'
import { engraved, inked, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { circle, rect, ring, stroke } from '../shapes.mjs'

/** A cabinet of a mainframe: a panel of lamps over a ventilated door, or two reels of tape. */
const cabinet = ([x, y], colours, reels) =>
  box([x, y, 0], [2.4, 2, 4.6], colours.body) +
  onLeft(
    [x, y + 2, 4.6],
    reels
      ? plate(0.25, 0.3, 1.9, 2.6, colours.ground, 0.1) +
          spot(1.2, 0.95, 0.52, colours.second) +
          spot(1.2, 0.95, 0.16, colours.ground) +
          spot(1.2, 2.2, 0.52, colours.second) +
          spot(1.2, 2.2, 0.16, colours.ground) +
          plate(0.25, 3.3, 1.9, 0.12, colours.shade)
      : range(3, (row) =>
          range(6, (column) =>
            spot(
              0.42 + column * 0.3,
              0.5 + row * 0.34,
              0.1,
              (row * 5 + column * 3) % 4 ? colours.ground : colours.accent,
            ),
          ).join(''),
        ).join('') + range(7, (row) => plate(0.3, 1.9 + row * 0.34, 1.8, 0.12, colours.shade)).join(''),
  ) +
  onRight([x + 2.4, y + 2, 4.6], plate(0.3, 0.3, 1.4, 4, 'rgba(0,0,0,.12)', 0.06))

const rotor = (x, y, radius) => {
  const teeth = range(26, (tooth) => {
    const [from, to] = [onCircle(x, y, radius, (360 / 26) * tooth), onCircle(x, y, radius - 18, (360 / 26) * tooth)]
    return openLine([from, to])
  })
  return teeth.join('')
}

export const plus = {
  '2026/10/co-naprawde-obiecuje-klodka-dokument': bars('light', {
    values: [825, 398, 200, 100, 47],
    loud: [4],
    quiet: 'second',
    gap: 0.22,
    frame: { left: 90, right: 1110, top: 70, bottom: 530 },
    notes: [
      ['825 dni', 330, 124],
      ['47', 1010, 480, { anchor: 'middle', tone: 'accent' }],
    ],
  }),
  '2026/10/co-naprawde-obiecuje-klodka-lancuch': lined('dark', {
    lines: [
      boxAt(160, 290, 210, 170, 22),
      'M205,290v-50a60,60 0 0 1 120,0v50',
      boxAt(495, 290, 210, 170, 22),
      'M540,290v-50a60,60 0 0 1 120,0v50',
      boxAt(830, 290, 210, 170, 22),
      'M875,290v-50a60,60 0 0 1 120,0v50',
      'M370,375h125',
      'M705,375h125',
      'M600,360v30',
      'M265,360v30',
      'M935,360v30',
    ],
    area: [boxAt(830, 290, 210, 170, 22)],
    solid: [ringAt(265, 352, 15), ringAt(600, 352, 15), ringAt(935, 352, 15)],
    crop: { x: 640, y: 330, scale: 1.12 },
  }),
  '2026/11/co-psuje-jedna-dodatkowa-sekunda-gwiazdy': typographic('dark', {
    lines: [
      { text: '23:59:', size: 366, x: 44, y: 430, face: 'display' },
      { text: '60', size: 366, x: 838, y: 430, face: 'display', tone: 'accent' },
    ],
    under: ({ field }) => rect(806, 0, 394, 600, field),
  }),
  '2026/11/co-psuje-jedna-dodatkowa-sekunda-fale': textured('light', ({ body, accent, ground }) => [
    engraved('M160,300a440,440 0 1 0 880,0a440,440 0 1 0 -880,0Z', body, {
      gap: 36,
      tone: (x, y) => 0.18 + 0.8 * (Math.hypot(x + 130, y + 80) / 460) ** 2,
      bend: (x, y) => Math.sin(x / 150) * 16 * Math.cos(y / 300),
      angle: -23,
    }),
    ring(600, 300, 440, body, 10),
    inked('M586,300L592,-40h16L614,300Z', body),
    inked('M592,292L846,418L838,434L588,310Z', accent),
    circle(600, 300, 34, body),
    circle(600, 300, 13, ground),
  ]),
  '2026/03/droga-polskich-liter-do-unicode-ksiega': typographic('middle', {
    lines: [
      { text: 'ą', size: 760, x: 40, y: 450, face: 'serif' },
      { text: 'ę', size: 760, x: 440, y: 450, face: 'serif', tone: 'accent' },
      { text: 'ż', size: 760, x: 800, y: 450, face: 'serif' },
    ],
  }),
  '2026/09/kable-na-dnie-oceanu-fale': textured('dark', ({ light, accent, second, field, deep }) => [
    inked('M0,150H1200V600H0Z', field),
    engraved('M0,150H1200V470C1000,420 900,520 720,490C520,450 300,540 0,480Z', light, {
      gap: 30,
      tone: (_x, y) => 0.42 - (y + 150) / 900,
      bend: (x, y) => Math.sin(x / 70 + y / 40) * 9,
    }),
    inked('M0,480C300,540 520,450 720,490C900,520 1000,420 1200,470V600H0Z', deep),
    stroke('M-20,470C280,530 520,440 720,480C900,512 1000,412 1220,462', accent, 20),
    inked('M470,148L500,84H716L742,148Z', second),
    rect(540, 44, 90, 42, second),
    rect(648, 60, 22, 26, accent),
    stroke('M520,118C400,160 380,330 330,494', accent, 8),
  ]),
  '2026/09/kable-na-dnie-oceanu-siec': lanes('light', {
    values: [46, 67, 477],
    loud: [1],
    thick: 0.44,
    high: 500,
    frame: { left: 90, right: 1130, top: 40, bottom: 560 },
    notes: [
      ['46 ms', 220, 145],
      ['67 ms', 262, 318, { tone: 'accent' }],
      ['477 ms', 870, 492, { tone: 'mark' }],
    ],
  }),
  '2026/05/odra-komputer-ktory-przezyl-fabryke-miasto': isometric(
    'dark',
    (colours) => [
      tile(-6.4, -3.6, 13, 9, colours.field),
      cabinet([-5.6, -2.4], colours, false),
      cabinet([-2.9, -2.4], colours, true),
      cabinet([-0.2, -2.4], colours, true),
      cabinet([2.5, -2.4], colours, false),
      box([-2.6, 2.2, 0], [4.6, 1.9, 1.5], colours.second),
      onTop(
        [-2.6, 2.2, 1.5],
        range(4, (row) =>
          range(11, (key) => plate(0.4 + key * 0.35, 0.3 + row * 0.34, 0.24, 0.22, colours.ground)).join(''),
        ).join(''),
      ),
    ],
    { x: 640, y: 262, scale: 1.12 },
  ),
  '2026/05/odra-komputer-ktory-przezyl-fabryke-lancuch': lined('light', {
    lines: [
      ringAt(420, 300, 230),
      ringAt(420, 300, 66),
      ringAt(420, 172, 42),
      ringAt(309, 364, 42),
      ringAt(531, 364, 42),
      'M608,170C800,110 900,300 1010,290H1260',
      'M520,508C700,560 880,420 1010,426H1260',
    ],
    area: [`${ringAt(420, 300, 230)}${ringAt(420, 300, 66)}`],
    fine: [rowsAt(1010, 324, 34, [250, 250, 250])],
    solid: range(5, (hole) => ringAt(1040 + hole * 52, 358, 9)),
    crop: { x: 620, y: 310, scale: 1.05 },
  }),
  '2026/07/trzej-matematycy-i-okablowanie-enigmy-tarcza': lined('light', {
    lines: [
      ovalAt(300, 300, 110, 210),
      'M300,90H470M300,510H470',
      'M470,90a110,210 0 0 1 0,420',
      ovalAt(620, 300, 110, 210),
      'M620,90H790M620,510H790',
      'M790,90a110,210 0 0 1 0,420',
      ovalAt(940, 300, 110, 210),
      'M940,90H1110M940,510H1110',
      'M60,300H190',
    ],
    area: ['M620,90H790a110,210 0 0 1 0,420H620a110,210 0 0 0 0,-420Z'],
    fine: [
      'M60,240C160,240 180,250 300,200C420,150 500,330 620,330C760,330 820,210 940,240C1060,270 1100,210 1260,210',
      'M60,370C160,370 200,360 300,400C430,440 520,250 620,250C740,250 820,400 940,390C1060,380 1100,420 1260,420',
      rotor(300, 300, 60),
      rotor(620, 300, 60),
      rotor(940, 300, 60),
    ],
    solid: [ringAt(300, 300, 26), ringAt(620, 300, 26), ringAt(940, 300, 26)],
  }),
  '2026/07/trzej-matematycy-i-okablowanie-enigmy-dokument': typographic('dark', {
    lines: [
      { text: '(ab)(cd)(ef)', fit: 1060, x: 70, y: 262, face: 'italic' },
      { text: '(bc)(de)(fa)', fit: 1060, x: 70, y: 482, face: 'italic', tone: 'accent' },
    ],
  }),
}
