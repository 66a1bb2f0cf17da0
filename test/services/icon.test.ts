import { placeholderImage } from '../../src/services/icon.ts'
import { createServices } from '../support/customer-site.ts'

const { akademia, bizblog } = createServices()

test.each([akademia, bizblog])(
  'what stands in for an image is the drawing of $name’s icon on grey (IMG-23)',
  (service) => {
    const drawing = placeholderImage(service)
    expect(drawing.match(/<path/g)).toHaveLength(2)
    expect(drawing).toContain(`fill="${service.color}"`)
    expect(drawing).toContain('viewBox="0 0 160 90"')
  },
)

test('of a service with a logo it is the grey area alone, and requests nothing (IMG-23)', () => {
  const drawing = placeholderImage({ ...akademia, mark: 'data:image/svg+xml;base64,AAAA' })
  expect(drawing.match(/<path/g)).toHaveLength(1)
  expect(drawing).not.toMatch(/href|<image|data:/)
})
