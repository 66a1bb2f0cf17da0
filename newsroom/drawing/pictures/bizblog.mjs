import { range } from '../geometry.mjs'
import { box, cylinder, flat, isometric, onLeft, onRight, plate, tile } from '../languages/isometric.mjs'
import { boxAt, lined, ovalAt, ringAt } from '../languages/lined.mjs'
import { engraved, inked, textured } from '../languages/textured.mjs'
import { typographic } from '../languages/typographic.mjs'
import { letters } from '../lettering.mjs'

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
}
