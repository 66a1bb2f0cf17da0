import { JSDOM } from 'jsdom'
import { renderToStaticMarkup } from 'react-dom/server'
import { Portrait } from '../../views/components/images.tsx'

const avatar = { src: '/media/2026/01/ida-portret.webp?w=306', srcSet: '/media/2026/01/ida-portret.webp?w=306 306w' }
const imageOf = (html: string): Element | null => new JSDOM(html).window.document.querySelector('img')

test('a face in an article has a fixed size and no words, and loads after what is read (ART-15)', () => {
  const face = imageOf(renderToStaticMarkup(<Portrait person={{ name: 'Ida Korczyk', avatar }} size={40} />))
  const attributes = Object.fromEntries([...(face?.attributes ?? [])].map(({ name, value }) => [name, value]))
  expect(attributes).toMatchObject({
    alt: '',
    width: '40',
    height: '40',
    loading: 'lazy',
    fetchpriority: 'low',
  })
  expect(face?.hasAttribute('srcset')).toBe(false)
})

test('a large face is offered in several widths (ART-15)', () => {
  const face = imageOf(renderToStaticMarkup(<Portrait person={{ name: 'Ida Korczyk', avatar }} size={160} />))
  expect([face?.getAttribute('sizes'), face?.getAttribute('srcset')]).toEqual(['160px', avatar.srcSet])
})

test.each([
  ['Ida Korczyk', 'IK'],
  ['Anna Maria Nowak', 'AN'],
  ['Redakcja', 'R'],
  ['', ''],
])('without a face %j has initials, which are no text (ART-15)', (name, initials) => {
  const html = renderToStaticMarkup(<Portrait person={{ name }} size={40} />)
  expect(html).toContain(`aria-hidden="true">${initials}<`)
  expect(imageOf(html)).toBeNull()
})
