import { mixed } from '../colours.mjs'
import { onCircle, range, trace } from '../geometry.mjs'
import {
  box,
  cylinder,
  isometric,
  lettering,
  mark,
  note,
  onLeft,
  onTop,
  phone,
  plate,
  spot,
  tile,
} from '../languages/isometric.mjs'
import { boxAt, lined, ringAt, rowsAt } from '../languages/lined.mjs'
import { lanes, timeline } from '../languages/plotted.mjs'
import { dotted, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { letters } from '../lettering.mjs'
import { circle, clipTo, group, path, rect, ring, stroke } from '../shapes.mjs'

/** The cells of a code: three finders, their margins, and a field that the place decides. */
const isDark = (column, row, size) => {
  const finder = [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ].find(([x, y]) => column >= x - 1 && column <= x + 7 && row >= y - 1 && row <= y + 7)
  if (!finder) return (column * 7 + row * 11 + column * row * 3 + (column ^ row)) % 5 < 2
  const reach = Math.max(Math.abs(column - finder[0] - 3), Math.abs(row - finder[1] - 3))
  return reach === 3 || reach <= 1
}

const code = (colour, { x, y, cell, size }) =>
  path(
    range(size, (row) =>
      range(size, (column) =>
        isDark(column, row, size) ? trace`M${x + column * cell},${y + row * cell}h${cell}v${cell}h${-cell}Z` : '',
      ).join(''),
    ).join(''),
    colour,
  )

const satellite = (colours, { x, y, angle }) =>
  group(
    rect(-64, -15, 44, 30, colours.accent) +
      rect(20, -15, 44, 30, colours.accent) +
      rect(-20, -4, 40, 8, colours.light) +
      rect(-15, -21, 30, 42, colours.light, 4),
    { x, y, angle },
  )

const DIGITS = '02070803628'
const WEIGHTS = '1379137913'

/** The sign of a cosine pattern at a sample, as the 64 patterns of the transform have it. */
const isBright = (u, v, x, y) =>
  Math.cos(((2 * x + 1) * u * Math.PI) / 16) * Math.cos(((2 * y + 1) * v * Math.PI) / 16) > 0

const pattern = (u, v, left, top, size) => {
  const sample = size / 8
  return range(8, (y) =>
    range(8, (x) =>
      isBright(u, v, x, y) ? trace`M${left + x * sample},${top + y * sample}h${sample}v${sample}h${-sample}Z` : '',
    ).join(''),
  ).join('')
}

/** A leaf between two arcs, from the lower left to the upper right. */
const LEAF = 'M210,560C230,240 470,70 980,60C960,380 720,560 330,520Z'
const isLeaf = (x, y) => {
  const [along, aside] = [(x - 200) * 0.84 - (y - 580) * 0.54, (x - 200) * 0.54 + (y - 580) * 0.84]
  const part = along / 940
  return part > 0 && part < 1 && Math.abs(aside) < 205 * Math.sin(Math.PI * part ** 0.85)
}
const VEINS =
  'M120,640L960,80M400,454L420,250M400,454L640,500M560,347L600,170M560,347L790,390M720,240L760,120M720,240L890,270'

const socket = (x, y, { light, ground }) =>
  rect(x - 66, y - 66, 132, 132, light, 22) +
  circle(x, y, 46, ground) +
  circle(x - 18, y, 8, light) +
  circle(x + 18, y, 8, light)

const shelf = ([x, y], { wood, disc, dark }, count) =>
  box([x, y, 0], [2.6, 2.6, 0.3], wood) +
  range(
    count,
    (level) =>
      box([x + 0.3, y + 0.3, 0.3 + level * 0.78], [2, 2, 0.62], disc) +
      onLeft([x + 0.3, y + 2.3, 0.92 + level * 0.78], spot(1.65, 0.31, 0.1, dark) + plate(0.25, 0.25, 0.9, 0.12, dark)),
  ).join('')

/** A drum of a counter between its neighbours' digits, turned by a part of a digit. */
const drum = (digit, x, turned, { body, light, ground, deep }) => {
  const [width, top, height] = [100, 130, 250]
  const place = (shift) => ({
    x: x + width / 2,
    y: top + 190 + shift * 210 + turned * 210,
    size: 200,
    anchor: 'middle',
  })
  return (
    rect(x, top, width, height, body, 12) +
    clipTo(
      rect(x, top, width, height, '#000', 12),
      [-1, 0, 1].map((shift) => letters(String((digit + 10 + shift) % 10), light, place(shift))).join('') +
        rect(x, top, width, 34, deep) +
        rect(x, top + height - 34, width, 34, deep),
    ) +
    rect(x, top + height / 2 - 2, width, 4, ground)
  )
}

export const post = {
  '2026/04/dlaczego-akumulator-w-telefonie-sie-starzeje-bateria': isometric(
    'light',
    ({ body, accent, second, light, field, ground }) => [
      tile(-6, -5, 12.6, 11, field),
      cylinder([-4, 2.5, 0], 1.15, 0.9, second),
      cylinder([-4, 2.5, 0.9], 1.15, 3.2, accent),
      cylinder([-4, 2.5, 4.1], 0.45, 0.35, body),
      phone(
        [-1.4, -3.4, 0],
        body,
        light,
        plate(0.75, 1.3, 2.1, 4.4, ground, 0.3) +
          plate(1.35, 0.95, 0.9, 0.4, ground) +
          plate(0.95, 3.1, 1.7, 2.4, accent, 0.2),
      ),
      cylinder([4.6, -2.6, 0], 1.15, 2.4, second),
      cylinder([4.6, -2.6, 2.4], 1.15, 1.7, light),
      cylinder([4.6, -2.6, 4.1], 0.45, 0.35, body),
    ],
    { x: 610, y: 270, scale: 1.42 },
  ),
  '2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie-siec': lined('dark', {
    lines: [
      boxAt(250, 90, 620, 420, 26),
      'M250,170H870',
      boxAt(320, 225, 330, 215, 14),
      'M455,285v95l80,-47Z',
      rowsAt(700, 245, 62, [110, 110, 70]),
      'M640,398l52,170 38,-56 76,60 34,-42 -76,-60 58,-32Z',
    ],
    area: [boxAt(320, 225, 330, 215, 14)],
    fine: [rowsAt(700, 276, 62, [80, 110, 40])],
    solid: [ringAt(295, 130, 11), ringAt(335, 130, 11), ringAt(375, 130, 11)],
    crop: { x: 560, y: 320, scale: 1.1 },
  }),
  '2026/02/jak-kod-qr-sam-sie-naprawia-mozaika': textured('light', ({ ink, accent, deep }) => [
    code(ink, { x: 150, y: 60, cell: 36, size: 29 }),
    path(
      'M560,330C520,250 590,170 680,190C740,130 860,150 880,240C960,270 960,390 870,410C850,500 720,510 670,450C610,470 540,410 560,330Z',
      accent,
    ),
    dotted(
      'M560,330C520,250 590,170 680,190C740,130 860,150 880,240C960,270 960,390 870,410C850,500 720,510 670,450C610,470 540,410 560,330Z',
      deep,
      { gap: 26, tone: (x, y) => (x + y - 900) / 900 },
    ),
    circle(940, 470, 26, accent),
    circle(520, 190, 17, accent),
  ]),
  '2026/06/jak-przegladarka-ustala-kolejnosc-wczytywania-ekran': lanes('dark', {
    values: [4, 3, 6, 11, 5, 8, 3],
    starts: [0, 3.5, 4.5, 6, 9.5, 12, 17],
    loud: [3],
    high: 21,
    thick: 0.56,
    rules: [0.285, 0.81],
    frame: { left: 90, right: 1180, top: 50, bottom: 550 },
  }),
  '2026/11/klucze-dostepu-zamiast-hasel-klucz': typographic('middle', {
    lines: [{ text: 'hasło', fit: 1060, x: 66, y: 455 }],
    over: ({ body, ground }) =>
      rect(-60, 318, 1320, 84, ground) +
      group(path('M0,-16H610V-44h36V-16h40V-60h40V-16h84V16H0Z', body) + ring(-92, 0, 74, body, 36), {
        x: 230,
        y: 360,
      }),
  }),
  '2026/08/skad-gps-wie-gdzie-jestes-gwiazdy': textured('dark', (colours) => [
    ring(600, 900, 640, colours.line, 4),
    ring(600, 900, 790, colours.line, 4),
    circle(600, 900, 500, colours.field),
    dotted('M100,900a500,500 0 1 0 1000,0a500,500 0 1 0 -1000,0Z', colours.light, {
      gap: 22,
      tone: (x, y) => 1.05 - Math.hypot(x - 420, y - 560) / 520,
    }),
    ...[-122, -92, -64].map((angle) =>
      satellite(colours, {
        x: onCircle(600, 900, 790, angle)[0],
        y: onCircle(600, 900, 790, angle)[1],
        angle: angle + 90,
      }),
    ),
    ...[-122, -92, -64].map((angle) => {
      const [x, y] = onCircle(600, 900, 750, angle)
      return `<path d="${trace`M${x},${y}L600,404`}" stroke="${colours.accent}" stroke-width="5" stroke-dasharray="4 16" stroke-linecap="round"/>`
    }),
    circle(600, 404, 22, colours.accent),
    circle(600, 404, 9, colours.ground),
  ]),
  '2026/08/skad-gps-wie-gdzie-jestes-miasto': lined('light', {
    lines: [ringAt(420, 330, 215), ringAt(760, 250, 230), ringAt(640, 470, 170), 'M575,300v-4'],
    solid: [ringAt(420, 330, 15), ringAt(760, 250, 15), ringAt(640, 470, 15), ringAt(592, 305, 26)],
    fine: ['M420,330L592,305L760,250M592,305L640,470'],
    area: [ringAt(640, 470, 170)],
    crop: { x: 600, y: 320, scale: 1.05 },
  }),
  '2026/10/cyfra-kontrolna-co-wylapie-a-co-przepusci-cyfry': typographic('light', {
    lines: [
      ...[...DIGITS].map((text, place) => ({
        text,
        size: 236,
        x: 100 + place * 99 + (place === 10 ? 22 : 0),
        y: 340,
        anchor: 'middle',
        tone: place === 10 ? 'mark' : undefined,
      })),
      ...[...WEIGHTS].map((text, place) => ({
        text,
        size: 92,
        x: 100 + place * 99,
        y: 488,
        anchor: 'middle',
        tone: 'accent',
      })),
    ],
    under: ({ accent, line, body }) =>
      range(10, (place) => rect(98 + place * 99, 366, 4, 36, line)).join('') +
      rect(1052, 138, 122, 232, accent, 18) +
      stroke('M1072,446l28,30 50,-60', body, 16),
  }),
  '2026/06/czuwanie-jeden-wat-dziewiec-zlotych-gniazdko': textured(
    'dark',
    (colours) => [
      rect(60, 418, 1080, 150, colours.field, 34),
      ...[0.1, 0.5, 3, 8, 12].flatMap((watts, place) => {
        const [x, height] = [166 + place * 217, watts * 23]
        const tone = place === 4 ? colours.body : colours.second
        return [
          socket(x, 493, colours),
          rect(x - 52, 400 - height, 104, height, tone),
          letters(`${String(watts).replace('.', ',')} W`, colours.light, {
            x,
            y: 376 - height,
            size: 62,
            face: 'wide',
            anchor: 'middle',
          }),
        ]
      }),
    ],
    { scale: 0.94 },
  ),
  '2026/06/dns-adres-w-pieciu-pytaniach-drzewo': lined('light', {
    lines: ['M640,110L640,214M640,110L950,214', ringAt(640, 258, 42), ringAt(950, 258, 42)],
    loud: ['M640,100L330,216', 'M330,300V396', 'M372,440H560', ringAt(330, 258, 42), ringAt(330, 440, 42)],
    solid: [ringAt(640, 92, 26)],
    area: [boxAt(548, 382, 400, 92, 20)],
    notes: [
      ['pl', 256, 274, { anchor: 'end', size: 64 }],
      ['com', 704, 274, { size: 64 }],
      ['org', 1014, 274, { size: 64 }],
      ['szpalta', 266, 458, { anchor: 'end', size: 58 }],
      ['192.0.2.80', 764, 464, { anchor: 'middle', size: 66, tone: 'mark' }],
    ],
  }),
  '2026/07/jpeg-co-wyrzuca-i-czego-nie-widac-mozaika': textured('light', ({ ink, line, accent }) => [
    ...range(64, (cell) => {
      const [u, v] = [cell % 8, Math.floor(cell / 8)]
      return path(pattern(u, v, 556 + u * 70, 24 + v * 70, 60), u + v > 7 ? line : ink)
    }),
    letters('8 × 8', accent, { x: 70, y: 380, size: 250 }),
  ]),
  '2026/07/jpeg-jakosc-90-mozaika': textured('middle', ({ body, light, ground }) => [
    path(LEAF, body),
    stroke(VEINS, ground, 10),
    rect(796, 470, 404, 130, light),
    letters('jakość 90', body, { x: 968, y: 556, size: 72, face: 'wide', anchor: 'middle' }),
  ]),
  '2026/07/jpeg-jakosc-10-mozaika': textured('middle', ({ body, light, ground, second, deep }) => [
    ...range(12 * 24, (cell) => {
      const [x, y] = [(cell % 24) * 50, Math.floor(cell / 24) * 50]
      const inside = range(9, (probe) => isLeaf(x + 8 + (probe % 3) * 17, y + 8 + Math.floor(probe / 3) * 17)).filter(
        Boolean,
      ).length
      const sky = mixed(ground, second, Math.round((1 - (x + y) / 1800) * 5) / 11)
      const leaf = mixed(body, deep, ((x * 3 + y * 7) / 50) % 4 === 0 ? 0.35 : 0.05)
      return rect(x, y, 51, 51, mixed(sky, leaf, inside / 9))
    }),
    rect(796, 470, 404, 130, light),
    letters('jakość 10', body, { x: 968, y: 556, size: 72, face: 'wide', anchor: 'middle' }),
  ]),
  '2026/07/jpeg-barwy-mozaika': isometric(
    'dark',
    ({ light, accent, second, ground }) => [
      ...[
        [-2, 4, second, 'Cr', 1],
        [1, 4, accent, 'Cb', 1],
        [4, 10, light, 'Y', 0],
      ].flatMap(([z, cells, colour, name]) => [
        box([-3.5, -3.5, z], [7, 7, 0.3], colour),
        onTop(
          [-3.5, -3.5, z + 0.3],
          range(
            cells + 1,
            (line) =>
              plate((7 / cells) * line - 0.03, 0, 0.06, 7, ground) +
              plate(0, (7 / cells) * line - 0.03, 7, 0.06, ground),
          ).join(''),
        ),
        note(name, [3.5, -3.5, z], name === 'Y' ? light : colour, { size: 84, dx: 24, dy: 26, face: 'display' }),
      ]),
    ],
    { x: 640, y: 250, scale: 1.1 },
  ),
  '2026/11/kopia-zapasowa-trzy-dwa-jeden-polki': isometric(
    'light',
    ({ body, accent, second, field, ink, light }) => [
      ...[
        [-6.4, 3.6, 3, 'biurko', second],
        [-1.3, -1.3, 2, 'szafa', body],
        [3.6, -6.4, 1, 'inne miasto', accent],
      ].flatMap(([x, y, count, place, disc]) => [
        shelf([x, y], { wood: field, disc, dark: light }, count === 3 ? 3 : count),
        note(String(count), [x + 1.3, y + 1.3, 0], count === 1 ? accent : ink, {
          size: 150,
          face: 'display',
          anchor: 'middle',
          dy: -180,
        }),
        note(place, [x + 1.3, y + 1.3, 0], ink, { size: 54, anchor: 'middle', dy: 128 }),
      ]),
    ],
    { x: 612, y: 236, scale: 1.08 },
  ),
  '2026/07/ping-do-nowego-jorku-granica-swiatla-luk': lined('dark', {
    lines: ['M-40,560A760,760 0 0 1 780,560'],
    fine: [
      'M370,402V640M180,440C230,500 250,560 256,640M560,440C510,500 490,560 484,640M-40,500C200,440 540,440 780,500',
    ],
    loud: ['M140,452C220,220 520,220 600,452'],
    solid: [
      ringAt(140, 452, 18),
      ringAt(600, 452, 18),
      'M860,150h4v36h-4ZM860,226h13v36h-13ZM860,302h22v36h-22ZM860,378h131v36h-131ZM860,454h240v36h-240Z',
    ],
    notes: [
      ['6854 km', 370, 216, { anchor: 'middle', size: 92, face: 'display', tone: 'accent' }],
      ['67 ms', 370, 366, { anchor: 'middle', size: 76, face: 'display' }],
      ['2,5', 892, 184],
      ['8,7', 898, 260],
      ['14,2', 908, 336],
      ['84', 1010, 412],
      ['153', 1112, 488],
    ],
    crop: { x: 660, y: 330, scale: 0.94 },
  }),
  '2026/07/trzy-slowa-cache-control-szuflada': isometric(
    'light',
    ({ body, accent, second, field, light, ink }) => [
      tile(-3.6, -3.2, 9, 8.4, field),
      box([-2.6, -2.6, 0], [5.2, 3.6, 5.4], body),
      ...['304', 'ETag', 'max-age'].flatMap((name, level) => {
        const [z, open] = [0.25 + level * 1.72, level === 0 ? 2.4 : 0.15]
        return [
          box([-2.35, 1, z], [4.7, open, 1.5], level === 0 ? accent : second),
          level === 0
            ? box([-2, 2.2, z + 0.6], [4, 0.08, 2.3], light) +
              onLeft([-2, 2.28, z + 2.9], lettering('aktualne', ink, { x: 2, y: 0.95, size: 0.82, anchor: 'middle' })) +
              box([-2.35, 2.9, z], [4.7, 0.5, 1.5], accent)
            : '',
          onLeft(
            [-2.35, 1 + open, z + 1.5],
            plate(0.6, 0.3, 3.5, 0.95, light, 0.08) +
              lettering(name, ink, { x: 2.35, y: 1.03, size: 0.74, anchor: 'middle' }),
          ),
        ]
      }),
    ],
    { x: 610, y: 240, scale: 1.2 },
  ),
  '2026/06/usb-c-jedno-gniazdo-wiele-kabli-wtyczka': isometric(
    'dark',
    ({ body, accent, second, light, ground, field }) => [
      box([-6.4, -0.6, 0], [7.6, 2.2, 3], second),
      onLeft(
        [-6.4, 1.6, 3],
        plate(0.3, 0.3, 7, 2.4, light, 1.2) +
          plate(0.6, 0.6, 6.4, 1.8, ground, 0.9) +
          plate(1, 1.2, 5.6, 0.6, field, 0.1) +
          range(
            12,
            (pin) =>
              plate(1.16 + pin * 0.45, 0.86, 0.26, 0.34, accent) + plate(1.16 + pin * 0.45, 1.8, 0.26, 0.34, accent),
          ).join(''),
      ),
      ...[
        [2.6, -7.4, '40 Gb/s', body],
        [7, -2.2, '480 Mb/s', light],
      ].flatMap(([x, y, speed, tone]) => [
        onTop([x - 1, y, 0], mark('M-2.4,0.9H1', tone, 0.34)),
        box([x, y, 0], [1.6, 1.7, 0.7], tone),
        box([x + 1.6, y + 0.35, 0.1], [1.1, 1, 0.5], second),
        note(speed, [x, y, 0], tone === body ? accent : light, {
          size: 66,
          dy: 116,
          dx: -20,
          anchor: 'middle',
          face: 'display',
        }),
      ]),
    ],
    { x: 650, y: 300, scale: 1.1 },
  ),
  '2026/08/zacmienie-12-sierpnia-minuta-po-minucie-sierp': textured(
    'dark',
    ({ accent, body, light, field, deep, line }) => [
      dotted('M0,0H1200V470H0Z', body, {
        gap: 40,
        angle: 20,
        tone: (x, y) => 0.75 - Math.hypot(x - 470, (y - 330) * 1.2) / 520,
      }),
      circle(470, 300, 190, accent),
      circle(482, 366, 186, field),
      path('M0,470H1200V600H0Z', deep),
      path(
        'M0,470V420h70v-40h60v60h90v-24h56v54ZM760,470v-60h50v-70h24v-60h14v60h24v70h60v-36h90v50h60v-24h118v70Z',
        deep,
      ),
      rect(0, 468, 1200, 5, line),
      letters('20:06', light, { x: 70, y: 566, size: 96 }),
      letters('Warszawa', light, { x: 310, y: 566, size: 62, face: 'wide' }),
    ],
  ),
  '2026/08/zacmienie-12-sierpnia-pas-sierp': lined('light', {
    lines: [
      'M60,-20C90,60 150,150 220,210C270,180 300,110 380,60C420,30 430,0 440,-20',
      'M430,178C470,150 560,150 590,180C600,216 540,244 480,236C440,232 410,204 430,178Z',
      'M700,452C760,424 900,430 1000,452C990,500 960,540 930,620M700,452C690,520 700,570 716,620',
      'M1000,452C1040,430 1050,380 1010,330C990,300 1040,280 1100,240C1140,210 1220,200 1260,210',
      'M850,150C880,190 860,230 900,280C880,310 820,310 800,300C830,260 800,210 850,150Z',
      'M1052,510a26,15 0 1 0 52,0a26,15 0 1 0 -52,0Z',
    ],
    area: [
      'M280,-30H390C470,150 620,340 900,420C1000,450 1130,490 1340,590V720C1050,560 900,530 800,490C560,400 380,200 280,-30Z',
    ],
    solid: [ringAt(470, 214, 17), ringAt(726, 462, 17), ringAt(1078, 512, 17)],
    notes: [
      ['19:48', 452, 300, { anchor: 'end', size: 62 }],
      ['20:27', 690, 556, { anchor: 'end', size: 62 }],
      ['20:31', 1094, 534, { size: 56 }],
    ],
    crop: { x: 660, y: 300, scale: 0.94 },
  }),
  '2026/11/rok-2038-zegar-w-32-bitach-licznik': textured(
    'middle',
    (colours) => [
      ...[...'2147483647'].map((digit, place) =>
        drum(Number(digit), 60 + place * 109, place === 9 ? -0.5 : 0, colours),
      ),
      letters('19.01.2038', colours.light, { x: 60, y: 500, size: 96 }),
      letters('03:14:07 UTC', colours.light, { x: 1142, y: 500, size: 96, anchor: 'end' }),
      letters('13.12.1901', colours.body, { x: 60, y: 574, size: 56 }),
    ],
    { scale: 0.94 },
  ),
  '2026/11/spf-dkim-dmarc-trzy-pieczecie-na-liscie-koperta': lined('dark', {
    lines: [
      'M230,250V540a20,20 0 0 0 20,20H950a20,20 0 0 0 20,-20V250',
      'M230,250L600,440L970,250',
      'M330,300V70H870V300',
      'M230,250L330,186M970,250L870,186',
    ],
    fine: [rowsAt(390, 220, 44, [180, 240])],
    area: [ringAt(340, 462, 76), ringAt(584, 506, 64), ringAt(828, 462, 76)],
    notes: [
      ['Od: ktoś inny', 390, 160, { size: 62 }],
      ['SPF', 356, 498, { size: 62, face: 'display', anchor: 'middle', tone: 'ink' }],
      ['DKIM', 600, 540, { size: 54, face: 'display', anchor: 'middle', tone: 'ink' }],
      ['DMARC', 844, 494, { size: 54, face: 'display', anchor: 'middle', tone: 'ink' }],
    ],
  }),
  '2026/07/prawo-do-naprawy-od-31-lipca-srubokret': isometric(
    'light',
    ({ body, accent, second, light, ink, ground, line }) => [
      box([-2, -3.6, -2.6], [3.6, 7, 0.3], body),
      box([-2, -3.6, -0.8], [3.6, 7, 0.25], second),
      onTop(
        [-2, -3.6, -0.55],
        range(9, (chip) =>
          plate(
            0.3 + (chip % 3) * 1.1,
            0.4 + Math.floor(chip / 3) * 2.1,
            0.7 + (chip % 2) * 0.3,
            1.1,
            chip === 4 ? accent : line,
            0.06,
          ),
        ).join(''),
      ),
      box([-1.6, -2.4, 0.9], [2.8, 4.6, 0.4], accent),
      box([-2, -3.6, 2.5], [3.6, 7, 0.22], light),
      onTop([-2, -3.6, 2.72], plate(0.25, 0.35, 3.1, 6.3, ground, 0.3)),
      box([5, -5.6, -1.6], [2.8, 3.8, 0.16], light),
      onTop(
        [5, -5.6, -1.44],
        plate(0.4, 0.5, 1.6, 0.2, line) +
          plate(0.4, 1, 2, 0.2, line) +
          lettering('30 dni', ink, { x: 1.4, y: 2.7, size: 0.92, anchor: 'middle', face: 'display' }),
      ),
      `<path d="M140,410L330,300" stroke="${second}" stroke-width="16" stroke-linecap="round"/>`,
      `<path d="M60,456L150,404" stroke="${accent}" stroke-width="46" stroke-linecap="round"/>`,
    ],
    { x: 610, y: 286, scale: 1.14 },
  ),
  '2026/08/polski-internet-9600-bitow-na-poczatek-kabel': typographic('dark', {
    lines: [
      { text: '9600', fit: 860, x: 60, y: 400 },
      { text: '17.08', size: 100, x: 1140, y: 190, anchor: 'end', tone: 'accent' },
      { text: '1991', size: 100, x: 1140, y: 300, anchor: 'end', tone: 'accent' },
      { text: 'Warszawa', size: 56, x: 60, y: 560, face: 'wide' },
      { text: 'Kopenhaga', size: 56, x: 1140, y: 560, anchor: 'end', face: 'wide' },
    ],
    under: ({ body, light }) =>
      stroke('M80,470C300,420 420,520 600,470C780,420 900,520 1120,470', body, 12) +
      circle(80, 470, 24, light) +
      circle(1120, 470, 24, light),
  }),
  '2026/08/polski-internet-os-czasu-kabel': timeline('light', {
    at: [1990.6, 1990.9, 1991.63, 1993.6, 1996.3],
    from: 1990,
    to: 2001,
    loud: [2],
    level: 330,
    frame: { left: 60, right: 1140 },
    notes: [
      ['Kopenhaga', 250, 150, { size: 92, face: 'display', tone: 'accent' }],
      ['.pl', 70, 240, { size: 62 }],
      ['0202122', 656, 240, { size: 62 }],
      ['WWW', 346, 420, { size: 62 }],
      ['1990', 70, 480, { size: 92, face: 'display' }],
      ['2001', 1130, 480, { size: 92, face: 'display', anchor: 'end' }],
    ],
  }),
  '2026/09/dysk-1-tb-i-931-gb-w-systemie-miarki': typographic('dark', {
    lines: [
      { text: '1 TB =', size: 200, x: 110, y: 190 },
      { text: '931 GB', fit: 940, x: 110, y: 540, tone: 'accent' },
    ],
  }),
  '2026/09/producent-zglasza-luke-w-dobe-terminy': lanes('dark', {
    values: [24, 72, 336],
    loud: [0],
    notes: [
      ['24 h', 178, 180, { tone: 'accent', size: 72 }],
      ['72 h', 327, 324, { size: 72 }],
      ['14 dni', 1096, 464, { tone: 'ground', anchor: 'end', size: 72 }],
    ],
  }),
}
