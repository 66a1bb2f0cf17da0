import type { AdSlotSetting, AdSlotTable, Service, ServiceName } from './service.ts'

type Format = Pick<AdSlotSetting, 'adSizes' | 'adHigh'>

const BILLBOARD: Format = {
  adSizes: {
    desktop: [
      [970, 250],
      [728, 90],
    ],
    tablet: [[728, 90]],
    mobile: [
      [300, 250],
      [320, 100],
    ],
  },
  adHigh: { desktop: 250, tablet: 90, mobile: 250 },
}
const LEADERBOARD: Format = {
  adSizes: {
    desktop: [
      [970, 90],
      [728, 90],
    ],
    tablet: [[728, 90]],
    mobile: [
      [320, 100],
      [320, 50],
    ],
  },
  adHigh: { desktop: 90, tablet: 90, mobile: 100 },
}
const RECTANGLE: Format = {
  adSizes: {
    desktop: [
      [336, 280],
      [300, 250],
    ],
    tablet: [
      [336, 280],
      [300, 250],
    ],
    mobile: [[300, 250]],
  },
  adHigh: { desktop: 280, tablet: 280, mobile: 250 },
}

/** Slots 0 to 10; the last fits next to a list (CARD-21). */
const HOME = [...Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? BILLBOARD : LEADERBOARD)), RECTANGLE]
const SINGLE = [BILLBOARD, RECTANGLE, RECTANGLE, LEADERBOARD, ...Array.from({ length: 7 }, () => RECTANGLE)]
const OUT_OF_PAGE = ['screaning', 'welcome', 'adex']

/** Named by service, page and key (ADS-14). */
export function adSlotsOf(name: ServiceName): NonNullable<Service['adSlots']> {
  return { home: tableOf(`${name}/home`, HOME), single: tableOf(`${name}/single`, SINGLE) }
}

function tableOf(prefix: string, formats: readonly Format[]): AdSlotTable {
  const slot = (key: string | number, format?: Format): [string, AdSlotSetting] => [
    String(key),
    { adUnit: `${prefix}_${key}`, active: true, ...format },
  ]
  return Object.fromEntries([
    ...formats.map((format, index) => slot(index, format)),
    ...OUT_OF_PAGE.map((key) => slot(key)),
  ])
}
