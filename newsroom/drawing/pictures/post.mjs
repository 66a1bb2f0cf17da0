import { onCircle, range, trace } from '../geometry.mjs'
import { cylinder, isometric, phone, plate, tile } from '../languages/isometric.mjs'
import { boxAt, lined, ringAt, rowsAt } from '../languages/lined.mjs'
import { lanes } from '../languages/plotted.mjs'
import { dotted, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { circle, group, path, rect, ring } from '../shapes.mjs'

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
      rect(-20, 318, 1240, 84, ground) +
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
}
