import { range, trace } from '../geometry.mjs'
import { box, isometric, onLeft, onRight, onTop, spot } from '../languages/isometric.mjs'
import { boxAt } from '../languages/lined.mjs'
import { lanes } from '../languages/plotted.mjs'
import { textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { circle, group, path, rect } from '../shapes.mjs'

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

export const rozrywka = {
  '2026/08/co-liczy-tlumacz-napisow-dokument': typographic('dark', {
    lines: [{ text: '17 znaków', fit: 1030, x: 80, y: 330 }],
    over: ({ light, accent, field }) =>
      rect(0, 470, 1200, 130, field) +
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
}
