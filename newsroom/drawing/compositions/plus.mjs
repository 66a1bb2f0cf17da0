import { closedLine, onCircle, openLine, range } from '../geometry.mjs'
import { box, cylinder, isometric, note, onLeft, onRight, onTop, plate, spot, tile } from '../languages/isometric.mjs'
import { boxAt, lined, ovalAt, ringAt, rowsAt } from '../languages/lined.mjs'
import { bars, curves, lanes } from '../languages/plotted.mjs'
import { engraved, inked, ruled, specked, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { letters } from '../lettering.mjs'
import { circle, group, rect, ring, stroke } from '../shapes.mjs'

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

/** A chain of triangles along the meridian, as the surveyors measured it. */
const triangles = range(12, (link) => {
  const angle = -62 + link * 2.6
  const [near, far] = link % 2 ? [466, 548] : [548, 466]
  return [onCircle(110, 560, near, angle), onCircle(110, 560, far, angle + 2.6), onCircle(110, 560, near, angle + 5.2)]
})

const arcOfMeridian = openLine(range(10, (step) => onCircle(110, 560, 500, -51 + step * 1.07)))

/** Of a coin that falls on one side with this probability; bits. */
const entropy = (part) => (part === 0 || part === 1 ? 0 : -part * Math.log2(part) - (1 - part) * Math.log2(1 - part))

const clockHands = (x, y, hour, minute) =>
  openLine([onCircle(x, y, 66, (hour + minute / 60) * 30 - 90), [x, y], onCircle(x, y, 104, minute * 6 - 90)])

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
    under: ({ field }) => rect(806, -40, 480, 680, field),
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
  '2026/06/metr-z-poludnika-i-ze-swiatla-poludnik': lined('light', {
    lines: ['M110,60A500,500 0 0 1 610,560', 'M110,60V560H610', 'M680,300H1130'],
    fine: [
      'M110,310H543M110,160H410M110,440H595',
      'M110,60A240,500 0 0 1 350,560',
      triangles.map((points) => closedLine(points)).join(''),
    ],
    area: [triangles.map((points) => closedLine(points)).join('')],
    loud: [arcOfMeridian],
    solid: [ringAt(...onCircle(110, 560, 500, -51), 17), ringAt(...onCircle(110, 560, 500, -41.4), 17)],
    notes: [
      ['1', 900, 250, { size: 210, face: 'display', anchor: 'middle' }],
      ['10 000 000', 900, 440, { size: 124, face: 'display', anchor: 'middle' }],
      ['Dunkierka', 470, 130, { size: 46 }],
    ],
  }),
  '2026/06/arkusz-ktory-dzieli-sie-na-pol-papier': typographic('middle', {
    scale: 1,
    lines: [
      { text: 'A1', size: 330, x: 388, y: 416, anchor: 'middle', tone: 'mark' },
      { text: 'A2', size: 230, x: 812, y: 226, anchor: 'middle', tone: 'ink' },
      { text: 'A3', size: 150, x: 706, y: 502, anchor: 'middle', tone: 'mark' },
      { text: 'A4', size: 100, x: 918, y: 410, anchor: 'middle', tone: 'ink' },
      { text: 'A5', size: 66, x: 865, y: 548, anchor: 'middle', tone: 'mark' },
    ],
    under: ({ body, accent, second, light, field }) =>
      rect(176, 0, 424, 600, body) +
      rect(600, 0, 424, 300, field) +
      rect(600, 300, 212, 300, accent) +
      rect(812, 300, 212, 150, light) +
      rect(812, 450, 106, 150, second) +
      rect(918, 450, 106, 75, field) +
      rect(918, 525, 53, 75, body),
  }),
  '2026/06/arkusz-ktory-dzieli-sie-a4': lined('light', {
    lines: [boxAt(230, 40, 368, 520), boxAt(740, 196, 260, 368)],
    fine: ['M230,300H598', 'M230,560L598,40', 'M740,564L1000,196'],
    area: [boxAt(740, 196, 260, 368)],
    notes: [
      ['297', 200, 320, { anchor: 'end', size: 84, face: 'display' }],
      ['210', 870, 168, { anchor: 'middle', size: 84, face: 'display' }],
    ],
  }),
  '2026/06/arkusz-ktory-dzieli-sie-letter': lined('light', {
    lines: [boxAt(230, 40, 402, 520), boxAt(760, 158, 260, 402)],
    fine: ['M230,300H632', 'M230,560L632,40', 'M760,560L1020,158'],
    area: [boxAt(760, 158, 260, 402)],
    tone: 'line',
    notes: [
      ['11″', 200, 320, { anchor: 'end', size: 84, face: 'display' }],
      ['8,5″', 1032, 380, { size: 76, face: 'display' }],
    ],
  }),
  '2026/07/skrzynia-ktora-skurczyla-ocean-kontener': isometric(
    'light',
    ({ accent, body, second, ink }) => [
      box([-6.6, -2.4, 0], [9, 3.6, 3.85], accent),
      onLeft(
        [-6.6, 1.2, 3.85],
        range(21, (rib) => plate(0.5 + rib * 0.39, 0.3, 0.14, 3.25, 'rgba(0,0,0,.16)')).join(''),
      ),
      onRight(
        [2.4, 1.2, 3.85],
        plate(1.76, 0.3, 0.08, 3.25, ink) +
          range(4, (bar) => plate(0.55 + bar * 0.8, 0.3, 0.1, 3.25, 'rgba(0,0,0,.3)')).join(''),
      ),
      ...[
        [-6.6, -2.4, 3.45],
        [2, -2.4, 3.45],
        [-6.6, 0.8, 3.45],
        [2, 0.8, 3.45],
        [-6.6, 0.8, 0],
        [2, 0.8, 0],
        [2, -2.4, 0],
      ].map((corner) => box(corner, [0.42, 0.42, 0.42], body)),
      box([5.4, -5.6, 0], [2.6, 2.6, 2.6], second),
      onTop([5.4, -5.6, 2.6], plate(0.5, 0.85, 1.6, 0.9, ink, 0.45)),
      onLeft([5.4, -3, 2.6], plate(0.5, 0.85, 1.6, 0.9, ink, 0.45)),
      onRight([8, -3, 2.6], plate(0.5, 0.85, 1.6, 0.9, ink, 0.45)),
      note('6,058 m', [-2.1, 1.2, 0], ink, { size: 76, dx: -130, dy: 100, anchor: 'middle', face: 'display' }),
    ],
    { x: 630, y: 246, scale: 1.1 },
  ),
  '2026/07/skrzynia-ktora-skurczyla-suwnica': textured('middle', ({ accent, body, second, field, line, light }) => [
    circle(960, 190, 110, field),
    inked('M0,400V300h40v-60l24,-50 24,50v60h60v-90h36v90h50v-40l30,-60 30,60v40h70V400Z', line),
    ruled('M0,400V300h40v-60l24,-50 24,50v60h60v-90h36v90h50v-40l30,-60 30,60v40h70V400Z', field, {
      gap: 20,
      weight: 5,
      angle: 0,
    }),
    ...range(48, (place) => {
      const [column, row] = [place % 12, Math.floor(place / 12)]
      const tone = [accent, body, second, light, accent, second, body][(place * 5 + row * 3) % 7]
      return (column * 7 + row * 5) % 11 < 2 && row < 2
        ? ''
        : rect(column * 102 - 10, 392 + row * 54, 96, 48, tone) +
            ruled(boxAt(column * 102 - 10, 392 + row * 54, 96, 48), line, { gap: 16, weight: 2.4, angle: 90 })
    }),
    inked(
      'M430,392L500,150H520L470,392ZM760,392L690,150H670L722,392ZM180,140H1010V164H180ZM566,40H626L640,140H552ZM596,40L200,140H188L590,30ZM596,40L1000,140H1012L602,30Z',
      body,
    ),
    inked(boxAt(300, 164, 12, 76), body),
    rect(252, 240, 108, 50, accent),
  ]),
  '2026/08/dlaczego-zdjecie-psuje-sie-w-kwadraty-kwadraty': textured('light', ({ accent, body, second, line, ink }) => [
    ...[
      [[40, 40, 40, 40, 200, 200, 200, 200], 270, second],
      [[18, 64, 16, 41, 191, 216, 168, 214], 560, accent],
    ].flatMap(([values, base, colour]) => [
      ...values.map((value, place) => rect(70 + place * 78, base - value * 1.05, 64, value * 1.05, colour)),
      rect(60, base, 640, 6, ink),
    ]),
    ...range(64, (cell) => {
      const [column, row] = [cell % 8, Math.floor(cell / 8)]
      const values = [18, 64, 16, 41, 191, 216, 168, 214]
      return rect(
        780 + column * 46,
        116 + row * 46,
        43,
        43,
        values[(column + row * 3) % 8] > 100 ? line : values[(column + row) % 8] > 50 ? second : body,
      )
    }),
  ]),
  '2026/08/porucznik-i-slowo-dywizja-szyfr': textured('dark', ({ ink, accent, field }, dice) => [
    group(
      rect(-620, -200, 1240, 430, '#e9d6a8') +
        range(4, (row) => rect(-620, -110 + row * 100, 1240, 3, '#cfb57c')).join('') +
        ['57', '21', '40', '21', '88', '21', '63']
          .map((pair, place) =>
            letters(pair, ink, { x: -480 + place * 160, y: 110, size: 130, face: 'serif', anchor: 'middle' }),
          )
          .join('') +
        [...'ДИВИЗИЯ']
          .map((letter, place) =>
            letters(letter, place % 2 ? accent : field, {
              x: -480 + place * 160,
              y: -50,
              size: 110,
              face: 'italic',
              anchor: 'middle',
            }),
          )
          .join('') +
        [1, 3, 5].map((place) => stroke(`M${-540 + place * 160},146q30,-14 60,0t60,-4`, accent, 12)).join(''),
      { x: 594, y: 300, angle: -3, scale: 0.98 },
    ),
    specked('M0,0H1200V600H0Z', '#cfb57c', dice, 90),
  ]),
  '2026/08/porucznik-i-slowo-radio-fale': lined('dark', {
    lines: ['M600,90L520,560M600,90L680,560M548,400H652M566,290H634M582,190H618M548,400L634,290M652,400L566,290'],
    fine: [
      ringAt(600, 90, 110),
      ringAt(600, 90, 210),
      ringAt(600, 90, 320),
      ringAt(600, 90, 440),
      ringAt(600, 90, 570),
    ],
    loud: ['M900,-20C840,90 980,170 930,270C880,360 1010,440 960,620', 'M930,270C1010,300 1080,270 1220,330'],
    area: ['M210,420H70V380L10,440L70,500V460H210ZM200,250H340V210L400,270L340,330V290H200Z'],
    solid: [ringAt(600, 90, 22)],
  }),
  '2026/08/kilogram-ktory-schudl-klosze': isometric(
    'dark',
    ({ accent, body, second, light }) => [
      cylinder([-2, 2, -0.5], 3.7, 0.5, second),
      cylinder([-2, 2, 0], 0.85, 1.7, light),
      ...[1.7, 2.5, 3.3].map((radius, jar) => {
        const [rx, height] = [radius * 49, 170 + jar * 66]
        const [x, y] = [461.4, 300]
        return `<path d="M${x - rx},${y}V${y - height + rx * 0.7}a${rx},${rx} 0 0 1 ${rx * 2},0V${y}a${rx},${rx * 0.577} 0 0 1 ${-rx * 2},0Z" fill="${light}" fill-opacity=".07" stroke="${light}" stroke-width="6"/>`
      }),
      ...range(3, (key) =>
        group(
          ring(0, 0, 30, [accent, body, second][key], 14) +
            rect(30, -8, 130, 16, [accent, body, second][key]) +
            rect(110, 0, 16, 34, [accent, body, second][key]) +
            rect(142, 0, 16, 26 + key * 8, [accent, body, second][key]),
          { x: 760, y: 330 + key * 84 },
        ),
      ),
      note('−50 µg?', [0, 0, 0], accent, { size: 130, dx: 110, dy: -70, face: 'display' }),
    ],
    { x: 620, y: 246, scale: 0.96 },
  ),
  '2026/09/cena-jednej-niespodzianki-moneta': curves('middle', {
    series: [range(51, (step) => entropy(step / 50))],
    low: 0,
    high: 1.12,
    marks: [25, 45],
    frame: { left: 90, right: 1110, top: 50, bottom: 540 },
    notes: [
      ['1 bit', 600, 240, { size: 130, face: 'display', anchor: 'middle' }],
      ['0,469', 930, 420, { size: 84, face: 'display', anchor: 'end' }],
      ['p = 0,5', 600, 500, { size: 56, anchor: 'middle' }],
    ],
  }),
  '2026/09/jedna-dziesiata-ktorej-nie-ma-ulamek': typographic('dark', {
    lines: [
      { text: '0,1', size: 380, x: 50, y: 296 },
      { text: '0,100000000000000005551115', fit: 1080, x: 60, y: 460, tone: 'accent' },
      { text: '0,0001100110011001100110011001100', fit: 1080, x: 60, y: 566, tone: 'second' },
    ],
  }),
  '2026/10/dziesiec-dni-ktorych-nie-bylo-kalendarz': typographic('middle', {
    lines: [
      { text: 'PAŹDZIERNIK 1582', size: 96, x: 600, y: 120, anchor: 'middle', tone: 'mark' },
      ...['1', '2', '3', '4'].map((text, day) => ({
        text,
        size: 190,
        x: 158 + day * 116,
        y: 410,
        anchor: 'middle',
        tone: 'ink',
      })),
      ...['15', '16', '17'].map((text, day) => ({
        text,
        size: 190,
        x: 736 + day * 166,
        y: 410,
        anchor: 'middle',
        tone: 'accent',
      })),
    ],
    under: ({ light, body }) =>
      rect(60, 40, 1080, 112, body) +
      inked('M60,152H604L570,216L616,282L566,350L612,416L572,480L600,540H60Z', light) +
      inked('M656,152H1140V540H650L622,480L662,416L616,350L666,282L620,216Z', light),
  }),
  '2026/10/notacja-bez-nawiasow-stos': lined('light', {
    lines: [
      boxAt(120, 50, 380, 500, 30),
      boxAt(164, 96, 292, 100, 10),
      ...range(9, (key) => boxAt(166 + (key % 3) * 100, 320 + Math.floor(key / 3) * 74, 84, 50, 10)),
      boxAt(166, 232, 284, 60, 10),
      ...range(4, (level) => boxAt(640, 70 + level * 118, 250, 100, 10)),
      'M910,380C980,380 980,470 910,470M910,470l28,-20M910,470l26,22',
    ],
    area: [boxAt(166, 232, 284, 60, 10), boxAt(640, 424, 250, 100, 10)],
    notes: [
      ['ENTER', 308, 278, { anchor: 'middle', size: 46 }],
      ['7', 436, 176, { anchor: 'end', size: 92, face: 'display' }],
      ...['T', 'Z', 'Y', 'X'].map((name, level) => [name, 620, 142 + level * 118, { anchor: 'end', size: 62 }]),
      ['3', 765, 386, { anchor: 'middle', size: 88, face: 'display' }],
      ['4', 765, 504, { anchor: 'middle', size: 88, face: 'display' }],
      ['+', 1000, 450, { size: 110, face: 'display' }],
      ['7', 1060, 450, { size: 130, face: 'display', tone: 'accent' }],
    ],
  }),
  '2026/11/litery-policzone-we-wlasnych-tekstach-litery': typographic('light', {
    lines: [
      ['A', 60, 330, 360],
      ['I', 300, 330, 320],
      ['E', 420, 330, 300],
      ['O', 590, 330, 300],
      ['Z', 800, 260, 200],
      ['N', 60, 540, 220],
      ['R', 210, 540, 200],
      ['T', 346, 540, 190],
      ['Ą', 486, 540, 120],
      ['Ę', 580, 540, 116],
      ['Ż', 666, 540, 110],
      ['Ń', 748, 540, 52],
      ['Ź', 800, 540, 44],
    ]
      .map(([text, x, y, size]) => ({ text, x, y, size, tone: size > 250 ? 'body' : size > 150 ? 'second' : 'accent' }))
      .concat([
        { text: '12 270', size: 110, x: 1140, y: 200, anchor: 'end' },
        { text: '73', size: 110, x: 1140, y: 540, anchor: 'end', tone: 'accent' },
      ]),
  }),
  '2026/11/litery-policzone-najdluzsze-slowo': typographic('dark', {
    scale: 1,
    lines: [
      { text: 'osiemdziesięcio', fit: 1060, x: 70, y: 290 },
      { text: 'procentowym', fit: 1060, x: 70, y: 530, tone: 'accent' },
    ],
  }),
  '2026/11/czas-ktory-przyjechal-pociagiem-zegary': lined('light', {
    lines: [
      'M-20,480H1220M-20,530H1220',
      ...[
        [220, 270],
        [600, 270],
        [980, 270],
      ].map(([x, y]) => ringAt(x, y, 130)),
      clockHands(220, 270, 11, 44),
      clockHands(600, 270, 12, 0),
      clockHands(980, 270, 12, 17),
      'M220,400V480M600,400V480M980,400V480',
    ],
    fine: range(26, (sleeper) => `M${-10 + sleeper * 48},468V542`),
    area: [ringAt(600, 270, 130)],
    notes: [
      ['11.44', 220, 104, { anchor: 'middle', size: 84, face: 'display' }],
      ['12.00', 600, 104, { anchor: 'middle', size: 84, face: 'display' }],
      ['12.17', 980, 104, { anchor: 'middle', size: 84, face: 'display' }],
    ],
  }),
  '2026/11/piecdziesiat-drgan-od-lizbony-do-kijowa-fala': curves('dark', {
    series: [
      [50, 50.01, 49.99, 50, 50, 49.74, 49.8, 49.86, 49.9, 49.94, 49.97, 50],
      [50, 50.01, 49.99, 50, 50, 50.6, 50.5, 50.38, 50.3, 50.22, 50.14, 50.05],
    ],
    low: 49.5,
    high: 50.75,
    filled: false,
    frame: { left: 0, right: 1200, top: 60, bottom: 560 },
    notes: [
      ['50,6', 640, 130, { size: 120, face: 'display', tone: 'second' }],
      ['49,74', 650, 572, { size: 120, face: 'display', tone: 'accent' }],
      ['50,00 Hz', 70, 320, { size: 84, face: 'display' }],
    ],
  }),
}
