import fc from 'fast-check'
import { cssColour } from '../../src/content/colour.ts'
import { sourceLabel } from '../../src/content/label.ts'
import { SERVICE_NAMES } from '../../src/services/service.ts'
import { services } from './world.ts'

const service = fc.constantFrom(...SERVICE_NAMES).map((name) => services[name])
const optional = fc.option(fc.string(), { nil: undefined })

test("'Nie wyświetlaj' hides the label, whatever else is set", () => {
  fc.assert(
    fc.property(service, optional, optional, (own, name, color) => {
      expect(sourceLabel({ mode: 'Nie wyświetlaj', name, color }, own)).toBeUndefined()
    }),
  )
})

test("'Ustaw' takes the custom name and colour", () => {
  expect(sourceLabel({ mode: 'Ustaw', name: 'Cyfrowi', color: '#FF5500' }, services.akademia)).toEqual({
    name: 'Cyfrowi',
    color: '#ff5500',
  })
})

test("'Ustaw' without a name, or with what is no colour, keeps the service's own", () => {
  const { title, color } = services.akademia
  expect(sourceLabel({ mode: 'Ustaw' }, services.akademia)).toEqual({ name: title, color })
  expect(sourceLabel({ mode: 'Ustaw', name: '' }, services.akademia)?.name).toBe(title)
  expect(sourceLabel({ mode: 'Ustaw', color: 'red;position:fixed' }, services.akademia)?.color).toBe(color)
})

test("any other mode is the service's own label", () => {
  const mode = optional.filter((written) => written !== 'Ustaw' && written !== 'Nie wyświetlaj')
  fc.assert(
    fc.property(service, mode, optional, optional, (own, other, name, color) => {
      expect(sourceLabel({ mode: other, name, color }, own)).toEqual({ name: own.title, color: own.color })
    }),
  )
})

test('a label always has a name and a colour that may stand in CSS', () => {
  const color = fc.oneof(optional, fc.constantFrom('red', '#fff', 'rgb(1,2,3)', 'url(x)'))
  fc.assert(
    fc.property(service, optional, color, (own, name, written) => {
      const label = sourceLabel({ mode: 'Ustaw', name, color: written }, own)
      expect(label?.name).toBe(name || own.title)
      expect(cssColour(label?.color)).toBe(label?.color)
    }),
  )
})
