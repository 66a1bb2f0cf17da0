import { periodAt } from '../../../src/sources/wordpress/period.ts'

test.each([
  ['/2024', '2024', '2023-12-31T23:59:59', '2025-01-01T00:00:00'],
  ['/2024/12', 'grudzień 2024', '2024-11-30T23:59:59', '2025-01-01T00:00:00'],
  ['/2024/05/31', '31 maja 2024', '2024-05-30T23:59:59', '2024-06-01T00:00:00'],
  ['/2024/02/29', '29 lutego 2024', '2024-02-28T23:59:59', '2024-03-01T00:00:00'],
])('%s is a period (SRC-34)', (path, name, after, before) => {
  expect(periodAt(path, 'pl')).toEqual({ name, query: { after, before } })
})

test('its name is in the language of the site (SRC-34)', () => {
  expect(periodAt('/2024/05', 'en')?.name).toBe('May 2024')
  expect(periodAt('/2024/05', 'de')?.name).toBe('Mai 2024')
})

test.each(['/', '/0999', '/2024/13', '/2024/00', '/2023/02/29', '/2024/5', '/2024/05/12/wpis', '/20244', '/2024/'])(
  '%s is none (SRC-34)',
  (path) => expect(periodAt(path, 'pl')).toBeUndefined(),
)
