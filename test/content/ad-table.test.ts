import { adTable, configuredTable, NO_TABLE, serviceTable, slotsOf } from '../../src/content/ad-table.ts'

const unit = (adUnit: string, more: object = {}) => ({ adUnit, active: true, ...more })
const units = (...layers: Parameters<typeof slotsOf>): string[] =>
  slotsOf(...layers).map(({ key, adUnit }) => `${key}: ${adUnit}`)

test('ADS-2: each table overrides the one before it key by key, and slots are ordered by key', () => {
  const configured = adTable({ 0: unit('a0'), 1: unit('a1'), 10: unit('a10') })
  const service = adTable({ 1: unit('b1'), 2: unit('b2'), screaning: unit('bs') })
  const page = adTable({ 2: unit('c2'), 3: unit('c3') })
  expect(units(configured, service, page)).toEqual(['0: a0', '1: b1', '2: c2', '3: c3', '10: a10', 'screaning: bs'])
})

test('ADS-2: an inactive or invalid key disables the slot of the table below', () => {
  const under = adTable({ 0: unit('a0'), 1: unit('a1'), 2: unit('a2') })
  expect(units(under, adTable({ 0: unit('b0', { active: false }), 1: unit('"><script>') }))).toEqual(['2: a2'])
  expect(units(under, adTable({ 0: unit('b0', { active: '0' }) }), adTable({ 0: unit('c0') }))).toEqual([
    '0: c0',
    '1: a1',
    '2: a2',
  ])
})

test.each([false, null, '', [], 0, 'x'])('a key that a page sets to %j overrides nothing', (value) => {
  expect(units(adTable({ 0: unit('a0') }), adTable({ 0: value }))).toEqual(['0: a0'])
})

test('keys that count from 0 without a gap may come as a list', () => {
  expect(units(adTable([unit('a0'), unit('a1')]))).toEqual(['0: a0', '1: a1'])
})

test('ADS-1: unknown slot keys and excess sizes are dropped', () => {
  const sizes = Array.from({ length: 200_000 }, () => [300, 250])
  const [slot, ...others] = slotsOf(
    adTable({ 0: unit('a0', { adSizes: { desktop: sizes } }), 11: unit('a11'), x: unit('ax') }),
  )
  expect(others).toEqual([])
  expect(slot?.sizes.desktop?.length).toBe(20)
})

test.each([
  ['slots', { 3: unit('a') }, 1],
  ['a list', [unit('a'), unit('b')], 2],
  ['an empty list, as WordPress writes an empty map', [], 0],
  ['nothing', {}, 0],
])('a response of %s is a table', (_case, wire, size) => {
  expect(serviceTable(wire)?.size).toBe(size)
})

test.each([
  undefined,
  null,
  false,
  '',
  'x',
  7,
  ['x'],
  { errors: { statusCode: 404 } },
  { code: 'rest_no_route', message: 'x', data: { status: 404 } },
])('%j is not a table of a service', (wire) => {
  expect(serviceTable(wire)).toBeUndefined()
})

test('configured tables are decoded once', () => {
  const setting = { 0: { adUnit: 'a', active: true as const } }
  expect(configuredTable(setting)).toBe(configuredTable(setting))
  expect(configuredTable(undefined)).toBe(NO_TABLE)
})
