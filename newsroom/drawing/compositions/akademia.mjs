import { range, trace } from '../geometry.mjs'
import {
  box,
  coinStack,
  cylinder,
  isometric,
  lettering,
  onLeft,
  onTop,
  plate,
  spot,
  tile,
} from '../languages/isometric.mjs'
import { boxAt, lined, ringAt, rowsAt } from '../languages/lined.mjs'
import { bars, curves, shares } from '../languages/plotted.mjs'
import { BOARD_SHAPE, dotted, engraved, inked, textured } from '../languages/textured.mjs'
import { typographic, typographicCut, typographicRows } from '../languages/typographic.mjs'
import { letters } from '../lettering.mjs'
import { circle, group, path, rect, ring, stroke } from '../shapes.mjs'

/** Half of the curve x · y = k that lies on the board. */
const HYPERBOLA = `M${range(56, (step) => trace`${110 + step * 20},${600 - 60000 / (110 + step * 20)}`).join('L')}`

const PRICES = [100, 104, 96, 108, 101, 112, 106, 120, 114, 118, 108, 104, 98, 102, 92, 88]
const average = (values, days) =>
  values.map((_, day) => {
    const known = values.slice(Math.max(0, day - days + 1), day + 1)
    return known.reduce((sum, value) => sum + value, 0) / known.length
  })

/** A key that lies along x, its bow at the origin. */
const KEY =
  'M0,-70a70,70 0 1 0 0,140a70,70 0 0 0 64,-42H250v50h44v-50h34v34h44V-28H64A70,70 0 0 0 0,-70ZM0,-30a30,30 0 1 1 0,60a30,30 0 1 1 0,-60Z'

export const akademia = {
  '2026/04/arytmetyka-obsuniecia-kapitalu-fale': bars('light', {
    values: [11.1, 25, 42.9, 100, 150, 300, 400],
    loud: [3],
    gap: 0.24,
    frame: { left: 80, right: 1120, top: 60, bottom: 540 },
    notes: [['−50% i +100%', 80, 200, { size: 116, face: 'display' }]],
  }),
  '2026/08/opoznienie-sredniej-kroczacej-ekran': curves('dark', {
    series: [average(PRICES, 5), PRICES],
    low: 80,
    high: 124,
    filled: false,
    frame: { left: 0, right: 1200, top: 70, bottom: 560 },
    notes: [['SMA 5', 900, 190, { size: 100, face: 'display', tone: 'accent' }]],
  }),
  '2026/06/emisja-i-spalanie-etheru-siec': textured('dark', ({ accent, body, second, ground }) => [
    dotted(
      'M600,40C760,170 850,300 820,430A220,220 0 0 1 380,430C350,330 430,300 470,210C500,260 520,270 540,280C560,180 540,110 600,40Z',
      accent,
      {
        gap: 36,
        tone: (_x, y) => 0.25 + (y - 80) / 460,
      },
    ),
    inked('M600,300C670,370 700,430 690,490A92,92 0 0 1 510,490C500,420 560,390 600,300Z', body),
    circle(600, 500, 46, second),
    circle(600, 500, 24, ground),
    ...range(5, (coin) => circle(150 + coin * 24, 520 - coin * 84, 34 - coin * 3, second)),
    ...range(5, (coin) => circle(1050 - coin * 24, 520 - coin * 84, 34 - coin * 3, second)),
  ]),
  '2026/09/etf-spot-a-wlasne-klucze-klucz': lined('light', {
    lines: [
      'M600,90V500M430,500H770M230,150H970',
      'M230,150L130,330M230,150L330,330M110,330H350a120,90 0 0 1 -240,0Z',
      'M970,150L870,330M970,150L1070,330M850,330H1090a120,90 0 0 1 -240,0Z',
      boxAt(165, 226, 130, 104, 6),
      'M905,290a34,34 0 1 1 66,0H1046v36',
    ],
    fine: [rowsAt(188, 256, 26, [84, 84, 50])],
    area: [boxAt(165, 226, 130, 104, 6), 'M850,330H1090a120,90 0 0 1 -240,0Z'],
    solid: [ringAt(600, 90, 22)],
  }),
  '2026/02/fraza-bip39-w-liczbach-klucz': typographic('light', {
    lines: [
      { text: '2', size: 640, x: 60, y: 540 },
      { text: '128', size: 330, x: 350, y: 330, tone: 'accent' },
      { text: '12 słów', size: 130, x: 356, y: 540 },
    ],
  }),
  '2026/08/kanal-lightning-na-liczbach-siec': lined('dark', {
    lines: [ringAt(190, 300, 110), ringAt(1010, 300, 110), 'M300,240H900M300,360H900'],
    area: ['M560,60L430,330H570L520,560L780,240H620L690,60Z'],
    loud: [],
    solid: [],
    notes: [
      ['A', 190, 344, { anchor: 'middle', size: 130, face: 'display' }],
      ['B', 1010, 344, { anchor: 'middle', size: 130, face: 'display' }],
    ],
  }),
  '2026/03/kontrakt-solidity-linia-po-linii-ekran': typographic('dark', {
    lines: [
      { text: 'contract', size: 120, x: 190, y: 150, face: 'wide', tone: 'second' },
      { text: 'mapping(…)', size: 120, x: 260, y: 290, face: 'wide' },
      { text: 'require(…)', size: 120, x: 260, y: 430, face: 'wide', tone: 'accent' },
      { text: 'emit Transfer', size: 120, x: 260, y: 570, face: 'wide' },
      ...range(4, (row) => ({
        text: String(row + 1),
        size: 96,
        x: 120,
        y: 144 + row * 140,
        anchor: 'end',
        tone: 'body',
      })),
    ],
    under: ({ field }) => rect(-60, 318, 1320, 152, field) + rect(150, -40, 5, 680, field),
  }),
  '2026/03/oplaty-za-bloby-po-dencun-fale': textured('light', ({ body, accent, second, ground }) => [
    dotted(
      'M150,330C120,180 260,80 400,130C520,60 640,140 620,270C680,400 560,520 430,470C300,540 170,470 150,330Z',
      body,
      { gap: 36, tone: (x, y) => (x + y - 250) / 800 },
    ),
    dotted(
      'M620,250C640,120 800,100 860,180C980,140 1080,240 1040,350C1060,460 940,530 850,480C740,520 600,420 620,250Z',
      accent,
      { gap: 36, angle: 60, tone: (x, y) => 1.5 - (x + y) / 1400 },
    ),
    circle(560, 90, 42, second),
    circle(640, 520, 26, accent),
    circle(1110, 130, 30, body),
    circle(90, 520, 20, body),
    ring(560, 90, 20, ground, 6),
  ]),
  '2026/04/pula-plynnosci-w-liczbach-wykres': typographic('middle', {
    scale: 1,
    lines: [{ text: 'x · y = k', fit: 860, x: 270, y: 300, face: 'italic' }],
    under: ({ accent, field }) => path(`${HYPERBOLA}V600H110Z`, field) + stroke(HYPERBOLA, accent, 16),
  }),
  '2026/10/poslizg-cenowy-i-plynnosc-rynku-ksiega': bars('dark', {
    values: [1, 1.6, 2.4, 3.4, 4.8, 6.6, 8.8],
    loud: [4, 5, 6],
    gap: 0.06,
    frame: { left: 60, right: 1140, top: 90, bottom: 550 },
    notes: [['poślizg', 90, 230, { size: 150, face: 'display' }]],
  }),
  '2026/05/pozyczka-pod-zastaw-i-likwidacja-fale': curves('middle', {
    series: [[100, 108, 96, 101, 90, 94, 80, 71, 58]],
    low: 40,
    high: 120,
    marks: [8],
    frame: { left: 0, right: 1120, top: 60, bottom: 600 },
    rule: 66,
    notes: [['próg likwidacji', 70, 388, { size: 92, face: 'display' }]],
  }),
  '2026/06/proof-of-work-i-proof-of-stake-bateria': isometric(
    'dark',
    ({ accent, body, second, light, field, ground }) => [
      tile(-6.6, -2.2, 6.2, 6.4, field),
      ...range(
        3,
        (row) =>
          box([-6 + row * 1.9, -1.4, 0], [1.4, 4.6, 2.6], second) +
          onLeft(
            [-6 + row * 1.9, 3.2, 2.6],
            spot(0.7, 0.75, 0.46, ground) +
              spot(0.7, 1.85, 0.46, ground) +
              spot(0.7, 0.75, 0.14, light) +
              spot(0.7, 1.85, 0.14, light),
          ),
      ),
      tile(0.4, -6.6, 5.6, 5.6, field),
      coinStack([2.2, -4.8, 0], 1.1, 9, accent),
      coinStack([4.4, -4.4, 0], 1.1, 5, accent),
      coinStack([2.4, -2.4, 0], 1.1, 3, body),
    ],
    { x: 610, y: 256, scale: 1.2 },
  ),
  '2026/10/nft-czym-jest-erc-721-mozaika': isometric(
    'light',
    ({ accent, body, second, field, light, ink }) =>
      range(16, (cell) => {
        const [x, y] = [(cell % 4) * 2.2 - 4.4, Math.floor(cell / 4) * 2.2 - 4.4]
        const own = cell === 9
        return (
          box([x, y, 0], [2, 2, own ? 2.2 : 0.6], own ? accent : cell % 3 ? field : second) +
          (own
            ? onTop([x, y, 2.2], lettering('721', ink, { x: 1, y: 1.36, size: 1, anchor: 'middle' }))
            : onTop(
                [x, y, 0.6],
                plate(0.4, 0.5, 1.2, 0.18, cell % 3 ? body : light) + plate(0.4, 1, 0.8, 0.18, cell % 3 ? body : light),
              ))
        )
      }),
    { x: 600, y: 284, scale: 1.5 },
  ),
  '2026/07/mica-po-pierwszym-lipca-klient-gieldy-tarcza': lined('light', {
    lines: [
      boxAt(330, -40, 420, 560, 20),
      ringAt(760, 400, 130),
      'M700,400l44,46 80,-96',
      'M392,440C430,400 440,470 480,430C500,412 520,440 560,430',
    ],
    fine: [rowsAt(390, 60, 58, [300, 300, 220, 300, 260])],
    area: [ringAt(760, 400, 130)],
  }),
  '2026/04/halving-polmetek-w-liczbach-moneta': bars('dark', {
    values: [50, 25, 12.5, 6.25, 3.125],
    loud: [4],
    gap: 0.16,
    frame: { left: 80, right: 1120, top: 60, bottom: 540 },
    notes: [
      ['3,125', 1110, 480, { size: 110, face: 'display', anchor: 'end', tone: 'accent' }],
      ['50', 300, 150, { size: 110, face: 'display' }],
    ],
  }),
  '2026/02/skad-sie-bierze-21-milionow-bitcoinow-moneta': typographic('middle', {
    lines: [
      { text: '21 000 000', fit: 1080, x: 60, y: 300 },
      { text: '− 0,0231', fit: 560, x: 60, y: 520, tone: 'accent' },
    ],
  }),
  '2026/11/multisig-dwa-z-trzech-klucz': textured('light', ({ accent, line }) =>
    [
      [120, accent],
      [300, accent],
      [480, line],
    ].map(([y, colour], place) => group(path(KEY, colour), { x: 260 + place * 170, y, scale: 1.3 })),
  ),
  '2026/11/dac8-i-travel-rule-dane-z-gieldy-ksiega': lined('dark', {
    lines: [
      boxAt(80, 200, 240, 200, 20),
      'M320,260C520,260 520,120 740,120M740,120l-34,-26M740,120l-34,26',
      'M320,340C520,340 520,480 740,480M740,480l-34,-26M740,480l-34,26',
      boxAt(780, 40, 300, 160, 20),
      'M780,420L930,350L1080,420ZM800,540H1060M830,430V530M930,430V530M1030,430V530',
    ],
    fine: [rowsAt(820, 90, 32, [180, 220, 120])],
    area: [boxAt(80, 200, 240, 200, 20)],
    solid: [ringAt(160, 300, 13), ringAt(200, 300, 13), ringAt(240, 300, 13)],
  }),
  '2026/03/pit-38-kryptowaluty-na-przykladzie-dokument': typographicCut('light', {
    text: 'PIT-38',
    fit: 1060,
    y: 460,
    level: 320,
    shift: 46,
    tone: 'accent',
  }),
  '2026/06/zgody-na-tokeny-jak-cofac-dokument': lined('light', {
    lines: [
      boxAt(160, 90, 880, 120, 60),
      boxAt(160, 240, 880, 120, 60),
      boxAt(160, 390, 880, 120, 60),
      boxAt(850, 112, 152, 76, 38),
      boxAt(850, 262, 152, 76, 38),
      boxAt(850, 412, 152, 76, 38),
    ],
    fine: [rowsAt(230, 150, 150, [420, 320, 480])],
    area: [boxAt(850, 112, 152, 76, 38), boxAt(850, 412, 152, 76, 38)],
    solid: [ringAt(964, 150, 27), ringAt(888, 300, 27), ringAt(964, 450, 27)],
  }),
  '2026/03/portfel-sprzetowy-czego-nie-zatrzyma-portfel': isometric(
    'light',
    ({ body, accent, second, field, light, ink }) => [
      tile(-5, -3.6, 10, 8.4, field),
      box([-3.6, -1.6, 0], [6.6, 3, 0.8], body),
      onTop(
        [-3.6, -1.6, 0.8],
        plate(0.4, 0.5, 3.4, 2, light, 0.15) +
          lettering('TAK?', ink, { x: 2.1, y: 1.9, size: 1.1, anchor: 'middle' }) +
          spot(5.2, 1.5, 0.6, accent),
      ),
      box([3, -0.8, 0.2], [1.2, 1.4, 0.4], second),
    ],
    { x: 600, y: 296, scale: 1.85 },
  ),
  '2026/11/tokenizowana-obligacja-pod-lupa-dokument': lined('dark', {
    lines: [
      'M620,548H240a24,24 0 0 1 -24,-24V76a24,24 0 0 1 24,-24H640a24,24 0 0 1 24,24V150',
      ringAt(720, 340, 180),
      'M850,468L1010,620',
      'M640,340l60,60 110,-120',
    ],
    fine: [rowsAt(280, 130, 70, [300, 250]), rowsAt(280, 270, 70, [220, 190, 220]), 'M280,480H560'],
    area: [ringAt(720, 340, 180)],
  }),
  '2026/11/tokenizowana-obligacja-trzy-warstwy-ksiega': isometric(
    'middle',
    ({ body, accent, second }) => [
      box([-3.4, -3.4, -1], [6.8, 6.8, 0.7], second),
      box([-3.4, -3.4, 1.2], [6.8, 6.8, 0.7], body),
      box([-3.4, -3.4, 3.4], [6.8, 6.8, 0.7], accent),
    ],
    { x: 600, y: 240, scale: 1.15 },
  ),
  '2026/07/rollup-siedem-dni-albo-dowod-lancuch': typographic('light', {
    lines: [{ text: '7 dni', size: 470, x: 56, y: 500 }],
    over: ({ accent, light }) => circle(1010, 320, 134, accent) + stroke('M950,322l44,48 84,-100', light, 24),
  }),
  '2026/09/stablecoin-czy-cyfrowe-euro-moneta': isometric(
    'light',
    ({ body, accent, second, field, light }) => [
      tile(-6.2, -6.2, 12.4, 12.4, field),
      coinStack([-3.4, 3.6, 0], 1.6, 3, accent),
      coinStack([-3.4, 3.6, 1.08], 1.6, 4, second),
      box([-1.8, -1.8, 0], [3.8, 3.8, 0.4], body),
      ...range(4, (column) =>
        cylinder([-1.2 + (column % 2) * 2.6, -1.2 + Math.floor(column / 2) * 2.6, 0.4], 0.34, 2.2, light),
      ),
      box([-1.8, -1.8, 2.6], [3.8, 3.8, 0.6], body),
      coinStack([3.6, -3.4, 0], 1.6, 6, accent),
    ],
    { x: 600, y: 262, scale: 1.25 },
  ),
  '2026/05/usrednianie-zakupow-w-liczbach-mozaika': curves('light', {
    series: [
      [200, 177.78, 155.84, 136.75, 134.23, 137.93],
      [200, 160, 125, 100, 125, 160],
    ],
    low: 60,
    high: 215,
    filled: false,
    marks: [0, 1, 2, 3, 4, 5],
    frame: { left: 90, right: 1110, top: 70, bottom: 550 },
    notes: [['137,93', 1110, 150, { size: 120, face: 'display', tone: 'accent', anchor: 'end' }]],
  }),
  '2026/03/jak-czytac-swiece-japonskie-wykres': textured('dark', ({ accent, light, second, body }) => [
    rect(588, 40, 24, 520, light),
    rect(490, 170, 220, 250, accent),
    stroke('M440,42H330M440,558H330M740,170H800M740,420H800', second, 9),
    ...[
      ['max', 300, 72, 'end'],
      ['min', 300, 572, 'end'],
      ['zamknięcie', 820, 186, 'start'],
      ['otwarcie', 820, 436, 'start'],
    ].map(([text, x, y, anchor]) => letters(text, light, { x, y, size: 48, face: 'wide', anchor })),
    rect(120, 250, 12, 200, body),
    rect(90, 290, 72, 120, body),
  ]),
  '2026/11/arkusz-zlecen-w-liczbach-wykres': textured('dark', ({ accent, body, light, field }) => [
    ...[0.42, 0.56, 0.5, 0.74, 0.9, 1].map((part, row) => rect(588 - part * 520, 70 + row * 80, part * 520, 60, body)),
    ...[0.3, 0.46, 0.62, 0.58, 0.86, 0.96].map((part, row) => rect(612, 70 + row * 80, part * 520, 60, accent)),
    rect(594, 0, 12, 600, field),
    letters('kupno', light, { x: 90, y: 130, size: 76 }),
    letters('sprzedaż', light, { x: 1110, y: 130, size: 76, anchor: 'end' }),
  ]),
  '2026/11/rownowazenie-portfela-na-liczbach-portfel': shares('light', {
    parts: [60, 25, 15],
    tones: ['body', 'accent', 'second'],
    x: 600,
    y: 330,
    radius: 300,
    thick: 170,
  }),
  '2026/08/smart-kontrakt-umowa-w-kodzie-ekran': isometric(
    'dark',
    ({ body, accent, second, light, field, ground }) => [
      tile(-3.8, -3.4, 8, 8, field),
      box([-2.2, -2, 0], [4.4, 3.4, 7.2], body),
      onLeft(
        [-2.2, 1.4, 7.2],
        plate(0.4, 0.5, 2.6, 4.6, ground, 0.1) +
          range(12, (can) =>
            plate(
              0.62 + (can % 4) * 0.58,
              0.8 + Math.floor(can / 4) * 1.4,
              0.4,
              0.9,
              can === 6 ? accent : can % 2 ? second : light,
              0.1,
            ),
          ).join('') +
          range(3, (shelf) => plate(0.4, 1.74 + shelf * 1.4, 2.6, 0.12, second)).join('') +
          plate(3.3, 0.9, 0.75, 1, ground, 0.06) +
          plate(3.55, 2.3, 0.25, 0.7, ground, 0.05) +
          plate(0.4, 5.6, 3.6, 1, ground, 0.1) +
          plate(1.4, 5.86, 0.9, 0.5, accent, 0.1),
      ),
      coinStack([2.6, 3.4, 0], 0.7, 2, accent),
    ],
    { x: 600, y: 226, scale: 1.16 },
  ),
  '2026/07/drugi-skladnik-sms-totp-fido2-tarcza': lined('dark', {
    lines: [
      boxAt(180, -40, 330, 580, 44),
      boxAt(220, 120, 250, 150, 20),
      boxAt(700, 240, 320, 130, 30),
      'M1020,270h90v70h-90',
      ringAt(780, 305, 32),
    ],
    fine: ['M310,10h70', rowsAt(250, 330, 54, [190, 190, 120]), 'M1046,290h34M1046,320h34'],
    area: [boxAt(220, 120, 250, 150, 20), ringAt(780, 305, 32)],
    notes: [['492 817', 345, 222, { anchor: 'middle', size: 72, face: 'display' }]],
  }),
  '2026/05/pierwsza-wyplata-z-gieldy-tarcza': typographic('middle', {
    lines: [
      { text: '0x7a3f…91c4', fit: 1050, x: 70, y: 270 },
      { text: '0x7a3f…91c4', fit: 1050, x: 70, y: 500, tone: 'line' },
    ],
    over: ({ accent }) => stroke('M520,318H760M520,548H760', accent, 16),
  }),
  '2026/05/dwa-podobne-adresy-mozaika': typographicRows('dark', { text: '7a3f', rows: 4, loud: [1, 2], face: 'wide' }),
  '2026/05/portfel-goracy-czy-zimny-tarcza': textured('dark', ({ accent, body, light, ground }) => [
    dotted(BOARD_SHAPE, accent, { gap: 56, angle: 0, tone: (x) => (560 - x) / 600 }),
    engraved('M640,0H1200V600H640Z', body, { gap: 66, tone: (x) => 0.1 + (x + 100) / 900, angle: 0 }),
    rect(250, 120, 220, 380, light, 36),
    rect(276, 160, 168, 290, ground, 10),
    inked('M360,200C410,260 430,300 420,350A62,62 0 0 1 298,350C292,310 330,270 360,200Z', accent),
    rect(740, 130, 330, 340, light, 30),
    ring(905, 300, 84, ground, 22),
    stroke('M905,216V384M821,300H989', ground, 16),
  ]),
  '2026/05/rok-po-pectrze-staking-2048-eth-siec': typographic('dark', {
    lines: [
      { text: '32', size: 190, x: 60, y: 200, tone: 'second' },
      { text: '2048', fit: 960, x: 180, y: 548, tone: 'accent' },
    ],
    over: ({ light }) => stroke('M250,150C340,120 420,130 460,184M460,184l-46,-14M460,184l6,-48', light, 12),
  }),
  '2026/05/pozyczka-pod-zastaw-zrodla-ceny-siec': lined('light', {
    lines: [
      ringAt(180, 110, 66),
      ringAt(180, 300, 66),
      ringAt(180, 490, 66),
      'M250,120C400,140 470,220 560,280M250,300H556M250,480C400,460 470,380 560,320',
      boxAt(580, 210, 200, 180, 24),
      'M780,300H960M960,300l-32,-26M960,300l-32,26',
      ringAt(1060, 300, 86),
    ],
    area: [boxAt(580, 210, 200, 180, 24)],
    fine: [rowsAt(620, 264, 36, [120, 120, 80])],
    notes: [
      ['101', 180, 130, { anchor: 'middle', size: 62, face: 'display' }],
      ['99', 180, 320, { anchor: 'middle', size: 62, face: 'display' }],
      ['100', 180, 510, { anchor: 'middle', size: 62, face: 'display' }],
      ['100', 1060, 326, { anchor: 'middle', size: 84, face: 'display' }],
    ],
  }),
  '2026/02/klucz-prywatny-i-adres-droga-siec': textured('light', ({ body, accent, second, line }) => [
    group(path(KEY, accent), { x: 150, y: 300, scale: 0.72 }),
    circle(600, 300, 88, second),
    path(boxAt(860, 220, 260, 160, 20), body),
    stroke('M430,300H490M466,276L490,300L466,324M710,300H830M802,272L830,300L802,328', body, 14),
    stroke('M830,470C740,540 480,540 390,470', line, 12),
    stroke('M580,490L640,550M640,490L580,550', accent, 16),
    letters('×', '#ffffff', { x: 600, y: 346, size: 170, anchor: 'middle' }),
    letters('adres', '#ffffff', { x: 990, y: 326, size: 84, anchor: 'middle' }),
  ]),
  '2026/04/co-naprawde-przechowuje-portfel-slowa-mozaika': isometric(
    'light',
    ({ body, second, light, field }) => [
      box([-5.2, -3.8, -0.3], [10.4, 7.6, 0.3], field),
      ...range(12, (word) => {
        const [x, y] = [-4.8 + (word % 4) * 2.5, -3.4 + Math.floor(word / 4) * 2.4]
        return (
          box([x, y, 0], [2.1, 2, 0.5], [second, body, second, second][(word * 3) % 4]) +
          onTop(
            [x, y, 0.5],
            lettering(String(word + 1), light, { x: 1.05, y: 1.4, size: 1.15, anchor: 'middle', face: 'display' }),
          )
        )
      }),
    ],
    { x: 600, y: 296, scale: 1.5 },
  ),
  '2026/10/nft-czym-jest-erc-721-odnosnik-siec': lined('dark', {
    lines: [
      boxAt(110, 190, 270, 220, 24),
      boxAt(470, 248, 150, 104, 52),
      boxAt(580, 248, 150, 104, 52),
      'M390,300h80M740,300h76M816,300l-30,-24M816,300l-30,24',
      'M840,130H1010L1090,210V470H840ZM1010,130V210H1090',
    ],
    fine: ['M880,420L940,330L990,390L1020,350L1056,420'],
    area: [boxAt(110, 190, 270, 220, 24)],
    solid: [ringAt(1020, 290, 20)],
    notes: [['721', 245, 342, { anchor: 'middle', size: 120, face: 'display', tone: 'ink' }]],
  }),
  '2026/06/tabela-zgod-ksiega': lined('dark', {
    lines: [boxAt(140, 70, 920, 460, 20), 'M140,180H1060M560,70V530M820,70V530'],
    fine: [
      rowsAt(190, 238, 117, [240, 300, 200]),
      rowsAt(610, 238, 117, [150, 110, 150]),
      'M140,297H1060M140,413H1060',
      rowsAt(190, 130, 10, [180]),
      rowsAt(610, 130, 10, [120]),
      rowsAt(866, 130, 10, [120]),
    ],
    area: [boxAt(826, 188, 204, 88, 10), boxAt(826, 421, 204, 88, 10)],
  }),
}
