import { remember } from '../../src/http/remember.ts'

test('texts that come again are worked out once, and hardly more often while others are made up', () => {
  const worked: string[] = []
  const lengthOf = remember((text) => {
    worked.push(text)
    return text.length
  }, 4)
  for (const text of ['br', 'gzip', 'br', 'br', 'gzip']) expect(lengthOf(text)).toBe(text.length)
  expect(worked).toEqual(['br', 'gzip'])
  for (let count = 0; count < 100; count++) lengthOf(`made up ${count}`)
  worked.length = 0
  // What is made up is not kept.
  lengthOf('made up 0')
  expect(worked).toEqual(['made up 0'])
  for (let count = 0; count < 10; count++) {
    lengthOf('br')
    lengthOf('gzip')
  }
  expect(worked.length).toBeLessThanOrEqual(5)
})
