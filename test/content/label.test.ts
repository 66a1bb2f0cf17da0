import fc from 'fast-check'
import { cssColour } from '../../src/content/colour.ts'
import { sourceLabel } from '../../src/content/label.ts'
import { SERVICE_NAMES } from '../support/customer-site.ts'
import { services } from './world.ts'

const service = fc.constantFrom(...SERVICE_NAMES).map((name) => services[name])
const akademia = { service: services.akademia, services }
const optional = fc.option(fc.string(), { nil: undefined })

test("'Nie wyświetlaj' hides the label, whatever else is set", () => {
  fc.assert(
    fc.property(service, optional, optional, (own, name, color) => {
      expect(sourceLabel({ mode: 'Nie wyświetlaj', name, color }, { service: own, services })).toBeUndefined()
    }),
  )
})

test("'Ustaw' takes the custom name and colour", () => {
  expect(sourceLabel({ mode: 'Ustaw', name: 'Cyfrowi', color: '#FF5500' }, akademia)).toEqual({
    name: 'Cyfrowi',
    color: '#ff5500',
  })
})

test("'Ustaw' without a name, or with an invalid colour, keeps the service's own", () => {
  const { title, color } = services.akademia
  expect(sourceLabel({ mode: 'Ustaw' }, akademia)).toEqual({ name: title, color, isOwn: true })
  expect(sourceLabel({ mode: 'Ustaw', name: '' }, akademia)?.name).toBe(title)
  expect(sourceLabel({ mode: 'Ustaw', color: 'red;position:fixed' }, akademia)?.color).toBe(color)
})

test("any other mode is the service's own label", () => {
  const mode = optional.filter((written) => written !== 'Ustaw' && written !== 'Nie wyświetlaj')
  fc.assert(
    fc.property(service, mode, optional, optional, (own, other, name, color) => {
      expect(sourceLabel({ mode: other, name, color }, { service: own, services })).toEqual({
        name: own.title,
        color: own.color,
        isOwn: true,
      })
    }),
  )
})

test('a label always has a name and a colour that is valid CSS', () => {
  const color = fc.oneof(optional, fc.constantFrom('red', '#fff', 'rgb(1,2,3)', 'url(x)'))
  fc.assert(
    fc.property(service, optional, color, (own, name, written) => {
      const label = sourceLabel({ mode: 'Ustaw', name, color: written }, { service: own, services })
      expect(label?.name).toBe(name || own.title)
      expect(cssColour(label?.color)).toBe(label?.color)
    }),
  )
})

test('`service_name` is the key or title of a portal of the group, or a name of its own (CARD-2)', () => {
  const { title, color, serviceUrl } = services.bizblog
  const other = { name: title, color, href: `${serviceUrl}/` }
  for (const serviceName of ['bizblog', 'Bizblog', ' BIZBLOG ']) {
    expect(sourceLabel({ serviceName }, akademia)).toEqual(other)
  }
  expect(sourceLabel({ serviceName: 'Magazyn' }, akademia)).toEqual({ name: 'Magazyn', color: services.akademia.color })
  expect(sourceLabel({ serviceName: 'akademia' }, akademia)).toHaveProperty('href', undefined)
  expect(sourceLabel({ serviceName: 'bezprawnik' }, akademia)).toEqual({
    name: services.bezprawnik.title,
    color: services.bezprawnik.color,
  })
})

test("'Ustaw' with a name overrides `service_name` and is not a link; without one it is that portal's (CARD-3)", () => {
  expect(sourceLabel({ mode: 'Ustaw', name: 'Raport', serviceName: 'bizblog' }, akademia)).toEqual({
    name: 'Raport',
    color: services.bizblog.color,
  })
  expect(sourceLabel({ mode: 'Ustaw', color: '#123456', serviceName: 'bizblog' }, akademia)).toMatchObject({
    name: services.bizblog.title,
    color: '#123456',
  })
})

test.each([
  ['M', true],
  ['L', undefined],
  ['m', undefined],
  ['', undefined],
])('size %j: medium is %j (CARD-5)', (size, isMedium) => {
  expect(sourceLabel({ size }, akademia)?.isMedium).toBe(isMedium)
})
