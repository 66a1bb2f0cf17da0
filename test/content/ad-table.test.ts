import { adTable, configuredTable, NO_TABLE, serviceTable, slotsOf } from '../../src/content/ad-table.ts'

const unit = (adUnit: string, more: object = {}) => ({ adUnit, active: true, ...more })
const units = (...layers: Parameters<typeof slotsOf>): string[] =>
  slotsOf(...layers).map(({ key, adUnit }) => `${key}: ${adUnit}`)

test('ADS-2: each table goes over the one before it key by key, and slots come in the order of their keys', () => {
  const configured = adTable({ 0: unit('a0'), 1: unit('a1'), 10: unit('a10') })
  const service = adTable({ 1: unit('b1'), 2: unit('b2'), screaning: unit('bs') })
  const page = adTable({ 2: unit('c2'), 3: unit('c3') })
  expect(units(configured, service, page)).toEqual(['0: a0', '1: b1', '2: c2', '3: c3', '10: a10', 'screaning: bs'])
})

test('ADS-2: a key that is off, or cannot be used, switches off what stands under it', () => {
  const under = adTable({ 0: unit('a0'), 1: unit('a1'), 2: unit('a2') })
  expect(units(under, adTable({ 0: unit('b0', { active: false }), 1: unit('"><script>') }))).toEqual(['2: a2'])
  expect(units(under, adTable({ 0: unit('b0', { active: '0' }) }), adTable({ 0: unit('c0') }))).toEqual([
    '0: c0',
    '1: a1',
    '2: a2',
  ])
})

test.each([false, null, '', [], 0, 'x'])('a key of which a page says %j says nothing of it', (value) => {
  expect(units(adTable({ 0: unit('a0') }), adTable({ 0: value }))).toEqual(['0: a0'])
})

test('keys that count from 0 without a gap may come as a list', () => {
  expect(units(adTable([unit('a0'), unit('a1')]))).toEqual(['0: a0', '1: a1'])
})

test('ADS-1: a key of no slot, and sizes without end, are not kept', () => {
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
  ['nothing, as WordPress writes it', [], 0],
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
])('%j is no table of a service', (wire) => {
  expect(serviceTable(wire)).toBeUndefined()
})

test('settings are read once', () => {
  const setting = { 0: { adUnit: 'a', active: true as const } }
  expect(configuredTable(setting)).toBe(configuredTable(setting))
  expect(configuredTable(undefined)).toBe(NO_TABLE)
})
